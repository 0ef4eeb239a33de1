import type { CatalogueId, CatalogueSuggestions, ItemAction, ItemId, LineAction, LineId } from "@dialectic/contract";
import type { LedgerCtx } from "#ledger";
import { AppError, type Tx, type UserDb } from "#platform";
import { linksOf } from "../lines/lines.store.ts";
import { requireLine, withLine } from "../lines/lines.ts";
import { changeItem, requireItem } from "../record/manage-items.ts";
import { catalogueNames } from "./catalogue.store.ts";
import { insertEntry, type NewEntry, requireEntry, requireRoot } from "./manage-catalogue.ts";
import { createMatcher } from "./match/suggest.ts";
import { linkOf, recordDecision } from "./record-decision.ts";

type Ctx = { db: UserDb };
type Reason = { reason?: string | undefined };
/** The entry to link to: an existing entry of the catalogue, or a new entry that the person confirmed. */
type Target = ({ catalogueId: CatalogueId } | { create: NewEntry }) & Reason;

/** Creates a matcher for the acting user's catalogue, including the names that the user linked before. */
const readMatcher = async (db: Tx) => createMatcher(await catalogueNames(db));

export const suggestForLine = (ctx: Ctx, { lineId }: { lineId: LineId }): Promise<CatalogueSuggestions> =>
  ctx.db.tx(async (db) => {
    const { name, kind } = await requireLine(db, lineId);
    return (await readMatcher(db)).suggest({ name, kind });
  });

export const suggestForItem = (ctx: Ctx, { itemId }: { itemId: ItemId }): Promise<CatalogueSuggestions> =>
  ctx.db.tx(async (db) => {
    const { name } = await requireItem(db, itemId);
    return (await readMatcher(db)).suggest({ name });
  });

export const listItemLinks = (ctx: Ctx, { itemId }: { itemId: ItemId }): Promise<{ id: CatalogueId; name: string }[]> =>
  ctx.db.tx(async (db) => {
    await requireItem(db, itemId);
    const entries = new Map((await linksOf(db, itemId)).map(({ entryId, entryName }) => [entryId, entryName]));
    return [...entries].map(([id, name]) => ({ id, name }));
  });

export const linkLine = (ctx: LedgerCtx, { lineId, ...target }: Target & { lineId: LineId }): Promise<LineAction> =>
  withLine(ctx, lineId, async (change, state) => {
    const to = await resolve(change.db, target);
    const from = await linkOf(change.db, state);
    change.set("line", lineId, { ...state, catalogueId: to.id });
    const { itemId, name } = state;
    await recordDecision(ctx, change, { itemId, from, to: { name, entry: to.name }, reason: target.reason });
    return { act: "link", reason: target.reason };
  });

export const unlinkLine = (ctx: LedgerCtx, { lineId, reason }: Reason & { lineId: LineId }): Promise<LineAction> =>
  withLine(ctx, lineId, async (change, state) => {
    const from = await linkOf(change.db, state);
    change.set("line", lineId, { ...state, catalogueId: null });
    await recordDecision(ctx, change, { itemId: state.itemId, from, to: null, reason });
    return { act: "unlink", reason };
  });

export const linkItem = (ctx: LedgerCtx, { itemId, ...target }: Target & { itemId: ItemId }): Promise<ItemAction> =>
  changeItem(ctx, { itemId, from: ["live", "archived"] }, async (change, { name }) => {
    const to = await resolve(change.db, target);
    change.set("link", `${itemId} ${to.id}`, { catalogueId: to.id });
    await recordDecision(ctx, change, { itemId, from: null, to: { name, entry: to.name }, reason: target.reason });
    return { act: "link", reason: target.reason };
  });

export const unlinkItem = (
  ctx: LedgerCtx,
  { itemId, catalogueId, reason }: Reason & { itemId: ItemId; catalogueId: CatalogueId },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId, from: ["live", "archived"] }, async (change, { name }) => {
    const { id: entryId } = await requireRoot(change.db, catalogueId);
    for (const link of (await linksOf(change.db, itemId)).filter((one) => one.entryId === entryId)) {
      const { name: entry } = await requireEntry(change.db, link.catalogueId);
      change.set("link", `${itemId} ${link.catalogueId}`, null);
      await recordDecision(ctx, change, { itemId, from: { name, entry }, to: null, reason });
    }
    return { act: "unlink", reason };
  });

async function resolve(db: Tx, target: Target): Promise<{ id: CatalogueId; name: string }> {
  if ("create" in target) return insertEntry(db, target.create);
  const entry = await requireRoot(db, target.catalogueId);
  if (entry.isArchived)
    throw new AppError("conflict", `"${entry.name}" is archived in the catalogue. Restore it first.`);
  return entry;
}
