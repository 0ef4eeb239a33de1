import type { ItemAction, ItemId, ItemLine, LineAction, LineId, LineKind } from "@dialectic/contract";
import type { LedgerCtx } from "#ledger";
import { AppError, newId, type Tx, type UserDb } from "#platform";
import { linkOf, recordDecision } from "../catalogue/record-decision.ts";
import { readItem } from "../projection/read-items.ts";
import { requireItem } from "../record/manage-items.ts";
import { type ItemsChange, openItems } from "../record/open-items.ts";
import { readState, type State } from "../record/states.store.ts";
import { findLine, type LineRow, linesOf } from "./lines.store.ts";

type LineContent = {
  kind: LineKind;
  name: string;
  quantity: number | null;
  unit: string | null;
  unitPrice: number | null;
  currency: string | null;
};

export const toLine = ({ catalogueId: _, entryId, entryName, ...row }: LineRow): ItemLine => ({
  ...row,
  total: row.quantity === null || row.unitPrice === null ? null : Math.round(row.quantity * row.unitPrice * 100) / 100,
  catalogue: entryId && entryName ? { id: entryId, name: entryName } : null,
});

export async function listLines(ctx: { db: UserDb }, { itemId }: { itemId: ItemId }): Promise<ItemLine[]> {
  return ctx.db.tx(async (db) => {
    await requireItem(db, itemId);
    return (await linesOf(db, itemId)).map(toLine);
  });
}

export async function addLine(
  ctx: LedgerCtx,
  { itemId, ...content }: LineContent & { itemId: ItemId },
): Promise<LineAction> {
  assertPriced(content);
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireItem(db, itemId);
    const change = await openItems(db, ctx, projectId);
    const item = await requireItem(db, itemId);
    if (item.status === "merged") throw new AppError("conflict", `"${item.name}" was merged into another item.`);
    const id = newId<LineId>();
    const last = (await linesOf(db, itemId)).at(-1)?.position ?? 0;
    change.set("line", id, { ...content, itemId, catalogueId: null, position: last + 1 });
    const { seq } = await change.finish({ act: "add-line", itemId });
    return { action: seq, line: toLine(await requireLine(db, id)) };
  });
}

export const changeLine = (
  ctx: LedgerCtx,
  { lineId, ...content }: LineContent & { lineId: LineId },
): Promise<LineAction> =>
  withLine(ctx, lineId, async (change, state) => {
    assertPriced(content);
    change.set("line", lineId, { ...state, ...content });
    const from = await linkOf(change.db, state);
    await recordDecision(ctx, change, { itemId: state.itemId, from, to: from && { ...from, name: content.name } });
    return { act: "change-line" };
  });

export async function removeLine(ctx: LedgerCtx, { lineId }: { lineId: LineId }): Promise<ItemAction> {
  return ctx.db.tx(async (db) => {
    const { projectId } = await requireLine(db, lineId);
    const change = await openItems(db, ctx, projectId);
    const line = await requireLine(db, lineId);
    const { itemId } = line;
    change.set("line", lineId, null);
    await recordDecision(ctx, change, { itemId, from: await linkOf(db, line), to: null });
    const { seq } = await change.finish({ act: "remove-line", itemId });
    return { action: seq, item: await readItem(db, itemId) };
  });
}

/** Runs one change to a line while holding the ledger's lock. */
export async function withLine(
  ctx: LedgerCtx,
  lineId: LineId,
  act: (
    change: ItemsChange,
    state: State<"line">,
  ) => Promise<{ act: Parameters<ItemsChange["finish"]>[0]["act"]; reason?: string | undefined }>,
): Promise<LineAction> {
  return ctx.db.tx(async (db) => {
    const { projectId } = await requireLine(db, lineId);
    const change = await openItems(db, ctx, projectId);
    const { itemId } = await requireLine(db, lineId);
    const state = await readState(db, "line", lineId);
    if (!state) throw noLine(lineId);
    const { seq } = await change.finish({ itemId, ...(await act(change, state)) });
    return { action: seq, line: toLine(await requireLine(db, lineId)) };
  });
}

export async function requireLine(db: Tx, id: LineId): Promise<LineRow> {
  const line = await findLine(db, id);
  if (!line) throw noLine(id);
  return line;
}

const noLine = (id: LineId): AppError => new AppError("not_found", `There is no line ${id}.`);

function assertPriced({ unitPrice, currency }: LineContent): void {
  if (unitPrice !== null && currency === null) {
    throw new AppError("invalid_input", "A price needs a currency, such as EUR.");
  }
}
