import { type FactAction, FactId, FactStatus, type ProjectId } from "@dialectic/contract";
import { AppError } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { toAction } from "./decide-fact.ts";
import { eventsOfAction, factsById, lastUndoable } from "./facts.store.ts";
import { type LedgerChange, openChange } from "./open-change.ts";

/**
 * Reverts an action: every fact that it moved gets its previous status, and facts that it recorded are rejected.
 * Without a number, reverts the newest action of a person. An undo is itself an action and can be undone. Throws if one
 * of the facts has changed since.
 */
export async function undoAction(
  ctx: LedgerCtx,
  input: { projectId: ProjectId; action?: number | undefined },
): Promise<FactAction> {
  const { projectId } = input;
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const action = input.action === undefined ? await lastUndoable(db, projectId) : BigInt(input.action);
    if (!action) throw new AppError("conflict", "There is nothing to undo: nothing has been decided by hand yet.");
    const { fault } = await undoWithin(change, action);
    if (fault) throw fault;
    return toAction(await change.finish());
  });
}

/**
 * Reverts an action as part of a larger change. If the action cannot be reverted, returns a fault and changes nothing.
 */
export async function undoWithin(change: LedgerChange, action: bigint): Promise<{ fault?: AppError }> {
  const { db, ledger } = change;
  const events = await eventsOfAction(db, { projectId: ledger.project_id, action });
  if (events.length === 0) return { fault: new AppError("not_found", `The project has no action ${action}.`) };
  const facts = await factsById(
    db,
    events.map(({ fact_id }) => FactId.parse(fact_id)),
  );
  const byId = new Map(facts.map((fact) => [fact.id as string, fact]));
  const moves = events.toReversed().flatMap((event) => {
    const fact = event.act === "corroborate" ? undefined : byId.get(event.fact_id);
    return fact ? [{ event, fact }] : [];
  });
  const moved = moves.find(({ event, fact }) => fact.status !== event.to_status)?.fact;
  if (moved) {
    const details = { factId: moved.id, status: moved.status };
    return {
      fault: new AppError("conflict", `F${moved.number} was changed after this action. Undo the later change first.`, {
        details,
      }),
    };
  }
  for (const { event, fact } of moves) {
    const to = event.from_status === null ? "rejected" : FactStatus.parse(event.from_status);
    change.move(fact, to, { act: "undo", by: "user", reason: event.act, undoes: action });
  }
  return {};
}
