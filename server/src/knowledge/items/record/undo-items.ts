import { isDeepStrictEqual } from "node:util";
import { type FactAction, type ItemAction, type ItemEvent, ItemId, type ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { type LedgerCtx, lastUndoableAction, openChange, readRegistry, toAction, undoWithin } from "#ledger";
import { AppError } from "#platform";
import { readItem } from "../projection/read-items.ts";
import * as store from "./items.store.ts";
import { type ItemsChange, itemsWithin, openItems, StateChange } from "./open-items.ts";
import { readState, states } from "./states.store.ts";

/**
 * Reverts a change to an item: the rows and facts that it changed. Without a number, reverts the newest change. An undo
 * is itself a change and can be undone. Throws if a row has changed since.
 */
export async function undoItems(
  ctx: LedgerCtx,
  { projectId, action }: { projectId: ProjectId; action?: number | undefined },
): Promise<ItemAction> {
  return ctx.db.tx(async (db) => {
    const change = await openItems(db, ctx, projectId);
    const event =
      action === undefined
        ? await store.lastUndoable(db, projectId)
        : await store.findEvent(db, { projectId, seq: BigInt(action) });
    if (!event && action !== undefined)
      throw new AppError("not_found", `There is no change ${action} to the project's items.`);
    if (!event) throw new AppError("conflict", "There is nothing to undo: no item has been changed yet.");
    const { seq } = await undoEvent(change, event);
    return { action: seq, item: await readItem(db, ItemId.parse(event.item_id)) };
  });
}

/**
 * Reverts an action of the ledger and, if the action is part of a change to an item, that change too. Without a number,
 * reverts the newest action of a person.
 */
export async function undoFacts(
  ctx: LedgerCtx,
  { projectId, action: given }: { projectId: ProjectId; action?: number | undefined },
): Promise<FactAction> {
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const action = given === undefined ? await lastUndoableAction(db, projectId) : BigInt(given);
    if (!action) throw new AppError("conflict", "There is nothing to undo: nothing has been decided by hand yet.");
    const event = await store.findEventByAction(db, { projectId, factAction: action });
    if (event) return toAction((await undoEvent(itemsWithin(change), event)).facts);
    const { fault } = await undoWithin(change, action);
    if (fault) throw fault;
    return toAction(await change.finish());
  });
}

async function undoEvent(change: ItemsChange, event: store.ItemEventRow) {
  if (event.act === "create") {
    throw new AppError("conflict", "The creation of an item cannot be undone. Archive the item instead.");
  }
  for (const { kind, id, before, after } of z.array(StateChange).parse(event.changes).toReversed()) {
    if (!isDeepStrictEqual(await readState(change.db, kind, id), after)) throw changedSince(event.act);
    change.set(kind, id, states[kind].nullable().parse(before));
  }
  if (event.fact_action !== null) {
    await store.allowFactUndo(change.db);
    const { fault } = await undoWithin(change.ledger, event.fact_action);
    if (fault) throw fault;
  }
  const itemId = ItemId.parse(event.item_id);
  return change.finish({ act: "undo", itemId, reason: event.act, undoes: event.seq });
}

const changedSince = (act: string): AppError =>
  new AppError(
    "conflict",
    `The change (${act}) cannot be undone: its rows were changed again. Undo the later change first.`,
  );

export const toItemEvent = (row: store.ItemEventRow): ItemEvent => ({
  seq: Number(row.seq),
  itemId: ItemId.parse(row.item_id),
  act: row.act as ItemEvent["act"], // checked by the table
  reason: row.reason,
  undoes: row.undoes === null ? null : Number(row.undoes),
  factAction: row.fact_action === null ? null : Number(row.fact_action),
  at: row.at.toISOString(),
});

/** The events of a project's items, the newest first. */
export async function itemHistory(
  ctx: Pick<LedgerCtx, "db">,
  input: { projectId: ProjectId; before?: number | undefined; limit: number },
): Promise<{ items: ItemEvent[]; next: string | null }> {
  return ctx.db.tx(async (db) => {
    await readRegistry(db, input.projectId);
    const { projectId, before = null, limit } = input;
    const rows = await store.recentItemEvents(db, { projectId, before, limit: limit + 1 });
    const items = rows.slice(0, limit).map(toItemEvent);
    return { items, next: rows.length > limit ? String(items.at(-1)?.seq ?? "") : null };
  });
}
