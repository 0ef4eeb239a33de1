import type { ItemAction, ItemId, ItemStatus, ProjectId } from "@dialectic/contract";
import { type LedgerCtx, restateFacts } from "#ledger";
import { AppError, newId, type Tx } from "#platform";
import { linesOf, linksOf } from "../lines/lines.store.ts";
import { overridesOf, raiseProjections } from "../projection/projection.store.ts";
import { readItem } from "../projection/read-items.ts";
import { findItemRow, type ItemRow, insertItem } from "./items.store.ts";
import { explain, type ItemsChange, openItems } from "./open-items.ts";
import { readState } from "./states.store.ts";

export async function createItem(
  ctx: LedgerCtx,
  { projectId, name }: { projectId: ProjectId; name: string },
): Promise<ItemAction> {
  return ctx.db.tx(async (db) => {
    const change = await openItems(db, ctx, projectId);
    const id = newId<ItemId>();
    const { owner_id: ownerId } = change.ledger.ledger;
    await insertItem(db, { id, projectId, ownerId, name }).catch(explain);
    await raiseProjections(db, { projectId, ownerId, items: [{ itemId: id, revision: 0n, edits: 0n }] });
    const { seq: action } = await change.finish({ act: "create", itemId: id });
    return { action, item: await readItem(db, id) };
  });
}

export const renameItem = (
  ctx: LedgerCtx,
  { itemId, name, reason }: { itemId: ItemId; name: string; reason?: string | undefined },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId, from: ["live", "archived"] }, async (change, { status }) => {
    change.set("item", itemId, { name, status, mergedInto: null });
    return { act: "rename", reason };
  });

export const archiveItem = (
  ctx: LedgerCtx,
  input: { itemId: ItemId; reason?: string | undefined },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId: input.itemId, from: ["live", "archived"] }, async (change, { name }) => {
    change.set("item", input.itemId, { name, status: "archived", mergedInto: null });
    return { act: "archive", reason: input.reason };
  });

export const restoreItem = (
  ctx: LedgerCtx,
  input: { itemId: ItemId; reason?: string | undefined },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId: input.itemId, from: ["archived", "live"] }, async (change, { name }) => {
    change.set("item", input.itemId, { name, status: "live", mergedInto: null });
    return { act: "restore", reason: input.reason };
  });

/**
 * Merges an item into a target item of the same project. Facts about the merged item are restated about the target,
 * with their quotes. Lines and links move; overrides move unless the target has its own. An undo reverts everything.
 */
export const mergeItem = (
  ctx: LedgerCtx,
  { itemId, into, reason }: { itemId: ItemId; into: ItemId; reason?: string | undefined },
): Promise<ItemAction> =>
  changeItem(
    ctx,
    { itemId, from: ["live", "archived"] },
    async (change, item) => {
      const target = await requireItem(change.db, into);
      if (target.project_id !== item.project_id) throw noItem(into);
      if (target.id === item.id) throw new AppError("invalid_input", "An item cannot be merged into itself.");
      if (target.status !== "live") {
        throw new AppError("conflict", `"${target.name}" is ${target.status}. Choose a live item to merge into.`);
      }
      await restateFacts(change.ledger, { from: item.id, to: into, reason: "item-merged" });
      await moveRows(change, { from: item.id, to: into });
      change.set("item", item.id, { name: item.name, status: "merged", mergedInto: into });
      return { act: "merge", reason };
    },
    into,
  );

async function moveRows({ db, set }: ItemsChange, { from, to }: { from: ItemId; to: ItemId }): Promise<void> {
  for (const { key } of await overridesOf(db, from)) {
    const state = await readState(db, "override", `${from} ${key}`);
    const isFree = (await readState(db, "override", `${to} ${key}`)) === null;
    set("override", `${from} ${key}`, null);
    // `stated` and `replaced` stay empty, because the merge records its own facts for the target.
    if (isFree && state) set("override", `${to} ${key}`, { ...state, stated: [], replaced: [] });
  }
  const first = (await linesOf(db, to)).length;
  for (const [index, { id }] of (await linesOf(db, from)).entries()) {
    const state = await readState(db, "line", id);
    if (state) set("line", id, { ...state, itemId: to, position: first + index + 1 });
  }
  for (const { catalogueId } of await linksOf(db, from)) {
    set("link", `${from} ${catalogueId}`, null);
    set("link", `${to} ${catalogueId}`, { catalogueId });
  }
}

type Acted = { act: Parameters<ItemsChange["finish"]>[0]["act"]; reason?: string | undefined };

/**
 * Runs one change to an item while holding the ledger's lock, and returns the item `shown` (default: the changed item).
 */
export async function changeItem(
  ctx: LedgerCtx,
  { itemId, from }: { itemId: ItemId; from: readonly ItemStatus[] },
  act: (change: ItemsChange, item: ItemRow) => Promise<Acted>,
  shown: ItemId = itemId,
): Promise<ItemAction> {
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireItem(db, itemId);
    const change = await openItems(db, ctx, projectId);
    const item = await requireItem(db, itemId); // read again: it may have changed before the lock was taken
    if (!from.includes(item.status)) {
      const into = item.merged_into && (await findItemRow(db, item.merged_into));
      throw new AppError(
        "conflict",
        `"${item.name}" was merged into "${into ? into.name : "another item"}". Undo the merge first.`,
      );
    }
    const acted = await act(change, item);
    const { seq: action } = await change.finish({ ...acted, itemId });
    return { action, item: await readItem(db, shown) };
  });
}

export async function requireItem(db: Tx, id: ItemId): Promise<ItemRow> {
  const row = await findItemRow(db, id);
  if (!row) throw noItem(id);
  return row;
}

const noItem = (id: string): AppError => new AppError("not_found", `There is no item ${id}.`);
