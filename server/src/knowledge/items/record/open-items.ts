import { isDeepStrictEqual } from "node:util";
import type { ItemEvent, ItemId, ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { type LedgerChange, type LedgerCtx, openChange } from "#ledger";
import { AppError, isForeignKeyViolation, isUniqueViolation, type Tx } from "#platform";
import { refreshSeeds } from "#sessions";
import { projectOverrides } from "../projection/project-items.ts";
import { insertItemEvent, newestSeq } from "./items.store.ts";
import { readState, type State, type StateKind, states, writeState } from "./states.store.ts";

/** One row that an event changed. */
export const StateChange = z.object({
  kind: z.enum(Object.keys(states) as [StateKind, ...StateKind[]]),
  id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type StateChange = z.infer<typeof StateChange>;

/**
 * One change to a project's items. It holds the ledger's lock and may also change facts. Nothing is written before
 * `finish`.
 */
export type ItemsChange = {
  readonly db: Tx;
  readonly ledger: LedgerChange;
  /** Sets the state of a row to `after`; null removes the row. */
  set<Kind extends StateKind>(kind: Kind, id: string, after: State<Kind> | null): void;
  /** Writes facts, rows and the event. The event's number is null if nothing changed. */
  finish(event: NewItemEvent): Promise<{ seq: number | null; facts: Awaited<ReturnType<LedgerChange["finish"]>> }>;
};
type NewItemEvent = { act: ItemEvent["act"]; itemId: ItemId; reason?: string | undefined; undoes?: bigint };

export const openItems = async (db: Tx, ctx: LedgerCtx, projectId: ProjectId): Promise<ItemsChange> =>
  itemsWithin(await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged }));

export function itemsWithin(ledger: LedgerChange): ItemsChange {
  const { db } = ledger;
  const { project_id: projectId, owner_id: ownerId } = ledger.ledger;
  const owned = { projectId, ownerId };
  const wanted: { kind: StateKind; id: string; after: State<StateKind> | null }[] = [];
  return {
    db,
    ledger,
    set(kind, id, after) {
      wanted.push({ kind, id, after });
    },
    async finish({ act, itemId, reason = "", undoes }) {
      const facts = await ledger.finish();
      const { action } = facts;
      const changes: StateChange[] = [];
      for (const { kind, id, after } of wanted) {
        const before = await readState(db, kind, id);
        if (isDeepStrictEqual(before, after)) continue;
        await writeState(db, { ...owned, kind, id, state: after }).catch(explain);
        changes.push({ kind, id, before, after });
      }
      if (changes.length === 0 && action === null && act !== "create") return { seq: null, facts };
      const seq = (await newestSeq(db, projectId)) + 1n;
      await insertItemEvent(db, {
        ...owned,
        seq,
        itemId,
        act,
        reason,
        changes,
        factAction: action,
        undoes: undoes ?? null,
      });
      // Seed prompts contain the names of items, so a rename changes them.
      if (changes.some(isRename)) await refreshSeeds(db, projectId);
      const overridden = changes.filter(({ kind }) => kind === "override").map(({ id }) => id);
      await projectOverrides(db, { ...owned, seq, overridden });
      return { seq: Number(seq), facts };
    },
  };
}

function isRename({ kind, before, after }: StateChange): boolean {
  const nameOf = (state: unknown) => states.item.nullable().parse(state)?.name;
  return kind === "item" && nameOf(before) !== nameOf(after);
}

/** Turns violations of constraints on names and references into messages. */
export function explain(error: unknown): never {
  if (isUniqueViolation(error)) {
    throw new AppError(
      "conflict",
      "Another live item of the project has this name. Choose another name, or merge the two.",
      {
        cause: error,
      },
    );
  }
  if (isForeignKeyViolation(error)) {
    throw new AppError("conflict", "The change refers to a row that no longer exists.", { cause: error });
  }
  throw error;
}
