import type { AcceptedAll, Fact, FactAction, FactId, FactStatus, ProjectId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { type FactRow, factsOfKeys, factsOfProject, factsOfSlots, findFact } from "./facts.store.ts";
import { type LedgerChange, openChange } from "./open-change.ts";
import { toFact } from "./to-fact.ts";

/**
 * A person's decision about one fact. `ifStatus` is the status that the person saw. The decision is refused if the fact
 * has another status now.
 */
export type Decide = { factId: FactId; reason?: string | undefined; ifStatus?: FactStatus | undefined };

/** Accepts a fact. If another fact was accepted for its key, that fact is superseded. */
export const acceptFact = (ctx: LedgerCtx, input: Decide): Promise<FactAction> =>
  decide(ctx, input, async (change, fact) => {
    if (fact.status !== "accepted") await accept(change, fact, { act: "accept", reason: input.reason ?? "" });
  });

/** Rejects a fact. No older fact is accepted again, so the key stays empty until a person or a turn fills it. */
export const rejectFact = (ctx: LedgerCtx, input: Decide): Promise<FactAction> =>
  decide(ctx, input, async (change, fact) => {
    if (fact.status === "superseded") {
      throw new AppError("conflict", `F${fact.number} was superseded: another fact has already taken its place.`);
    }
    if (fact.status !== "rejected") {
      change.move(fact, "rejected", { act: "reject", by: "user", reason: input.reason ?? "" });
    }
  });

/** Settles a conflict: the chosen fact is accepted, and all other pending values of the same key are rejected. */
export const chooseFact = (ctx: LedgerCtx, input: Decide): Promise<FactAction> =>
  decide(ctx, input, async (change, fact) => {
    const why = { act: "choose", reason: input.reason ?? "" } as const;
    const others = await rivalsOf(change.db, fact, ["proposed", "conflict"]);
    for (const other of others) change.move(other, "rejected", { ...why, by: "user" });
    if (fact.status !== "accepted") await accept(change, fact, why);
  });

/**
 * Accepts every proposed fact that contradicts no accepted fact and no other proposal. A person decides on the other
 * proposals one by one.
 */
export async function acceptAllPending(ctx: LedgerCtx, { projectId }: { projectId: ProjectId }): Promise<AcceptedAll> {
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const pending = await factsOfProject(db, { projectId, statuses: ["proposed", "conflict"] });
    const keys = [...new Set(pending.map(({ key }) => key))];
    const accepted = await factsOfKeys(db, { projectId, keys, statuses: ["accepted"] });
    const taken = new Set(accepted.map(slotOf));
    const held = new Set(accepted.map((fact) => `${slotOf(fact)} ${fact.canonical}`));
    const bySlot = Map.groupBy(pending, slotOf);
    let left = 0;
    for (const [slot, facts] of bySlot) {
      const [first] = facts;
      const isClear = first && (first.is_list || (facts.length === 1 && !taken.has(slot)));
      for (const fact of facts) {
        const value = `${slot} ${fact.canonical}`;
        if (isClear && fact.status === "proposed" && !held.has(value)) {
          held.add(value);
          change.move(fact, "accepted", { act: "accept", by: "user", reason: "accepted-all" });
        } else left += 1;
      }
    }
    return { ...toAction(await change.finish()), left };
  });
}

const slotOf = ({ key, item_id }: FactRow): string => `${key} ${item_id ?? ""}`;

async function decide(
  ctx: LedgerCtx,
  { factId, ifStatus }: Decide,
  act: (change: LedgerChange, fact: FactRow) => Promise<void>,
): Promise<FactAction> {
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireFact(db, factId);
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const fact = await requireFact(db, factId); // read again: it may have changed before the lock was taken
    assertStatus(fact, ifStatus);
    await act(change, fact);
    const { action, facts } = await change.finish();
    return toAction({ action, facts: action === null ? [fact] : facts });
  });
}

/** Moves a fact to accepted, and the fact that it replaces to superseded. */
async function accept(
  change: LedgerChange,
  fact: FactRow,
  why: { act: "accept" | "choose"; reason: string },
): Promise<void> {
  const [current] = fact.is_list ? [] : await rivalsOf(change.db, fact, ["accepted"]);
  if (current) change.move(current, "superseded", { act: "supersede", by: "user", reason: why.reason });
  change.move(fact, "accepted", { ...why, by: "user", supersedes: current?.id });
}

/** Other facts about the same key of the same project or item. */
export async function rivalsOf(db: Tx, fact: FactRow, statuses: readonly FactStatus[]): Promise<FactRow[]> {
  const slots = [{ key: fact.key, itemId: fact.item_id }];
  const facts = await factsOfSlots(db, { projectId: fact.project_id, slots, statuses });
  return facts.filter(({ id }) => id !== fact.id);
}

export async function requireFact(db: Tx, id: FactId): Promise<FactRow> {
  const fact = await findFact(db, id);
  if (!fact) throw new AppError("not_found", `There is no fact ${id}.`);
  return fact;
}

export function assertStatus({ number, status }: FactRow, expected: FactStatus | undefined): void {
  if (expected === undefined || status === expected) return;
  throw new AppError("conflict", `F${number} is now ${status}, not ${expected}. Look at it again before you decide.`, {
    details: { status },
  });
}

export const toAction = ({ action, facts }: { action: FactAction["action"]; facts: FactRow[] }): FactAction => ({
  action,
  facts: facts.map((row): Fact => toFact(row)),
});
