import type { CatalogueId, CatalogueItem, LineKind } from "@dialectic/contract";
import { AppError, isUniqueViolation, newId, type Tx, type UserDb } from "#platform";
import {
  type CatalogueRow,
  catalogueRows,
  insertCatalogueItem,
  lockEntries,
  mergeEntries,
  setSynonyms,
  updateCatalogueItem,
} from "./catalogue.store.ts";
import { nameKey } from "./match/name-key.ts";

type Ctx = { db: UserDb };
export type NewEntry = { name: string; kind: LineKind | null; unit: string | null; synonyms: readonly string[] };

const toEntry = (row: CatalogueRow): CatalogueItem => ({ ...row, createdAt: row.createdAt.toISOString() });

export const listCatalogue = async (ctx: Ctx, { archived }: { archived: "true" | "false" }): Promise<CatalogueItem[]> =>
  ctx.db.tx(async (db) => (await catalogueRows(db, { archived: archived === "true" })).map(toEntry));

export const createCatalogueItem = (ctx: Ctx, entry: NewEntry): Promise<CatalogueItem> =>
  ctx.db.tx(async (db) => toEntry(await insertEntry(db, entry)));

export async function insertEntry(db: Tx, { synonyms, ...entry }: NewEntry): Promise<CatalogueRow> {
  const id = newId<CatalogueId>();
  await insertCatalogueItem(db, { id, ...entry }).catch((error: unknown) => refuseTaken(error, entry.name));
  await setSynonyms(db, { id, synonyms: withoutName(synonyms, entry.name) });
  return requireEntry(db, id);
}

export const changeCatalogueItem = (
  ctx: Ctx,
  input: { catalogueId: CatalogueId } & { [Key in keyof NewEntry]?: NewEntry[Key] | undefined } & {
    isArchived?: boolean | undefined;
  },
): Promise<CatalogueItem> =>
  ctx.db.tx(async (db) => {
    const before = await requireEntry(db, input.catalogueId);
    const { name = before.name, kind = before.kind, unit = before.unit, isArchived = before.isArchived } = input;
    const entry = { id: before.id, name, kind, unit, isArchived };
    await updateCatalogueItem(db, entry).catch((error: unknown) => refuseTaken(error, name));
    const synonyms = withoutName(input.synonyms ?? before.synonyms, name);
    await setSynonyms(db, { id: before.id, synonyms });
    return toEntry(await requireEntry(db, before.id));
  });

/**
 * Merges an entry into a target entry. Lines, links and prices still refer to the merged entry but count as the
 * target's, so restoring it separates them again. The target gets the merged entry's names as synonyms and keeps them.
 */
export const mergeCatalogueItem = (
  ctx: Ctx,
  { catalogueId, into }: { catalogueId: CatalogueId; into: CatalogueId },
): Promise<CatalogueItem> =>
  ctx.db.tx(async (db) => {
    // Without locks, two entries could be merged into each other at the same time, and neither would stay live.
    await lockEntries(db, [catalogueId, into]);
    const [from, target] = [await requireEntry(db, catalogueId), await requireEntry(db, into)];
    if (from.id === target.id) throw new AppError("invalid_input", "An entry cannot be merged into itself.");
    if (from.mergedInto === target.id) return toEntry(target);
    if (from.mergedInto !== null)
      throw new AppError("conflict", `"${from.name}" was merged into another entry. Restore it first.`);
    if (target.isArchived)
      throw new AppError("conflict", `"${target.name}" is archived. Choose an entry that is in use.`);
    await mergeEntries(db, { from: from.id, into: target.id });
    const synonyms = withoutName([...target.synonyms, from.name, ...from.synonyms], target.name);
    await setSynonyms(db, { id: target.id, synonyms });
    return toEntry(await requireEntry(db, target.id));
  });

/**
 * Finds the entry that a person means: by name or synonym (ignoring case), by id, or by the first characters of the id.
 */
export const findCatalogueItem = (ctx: Ctx, { name }: { name: string }): Promise<CatalogueItem> =>
  ctx.db.tx(async (db) => {
    const rows = await catalogueRows(db, {});
    const wanted = nameKey(name);
    const isLive = ({ isArchived }: CatalogueRow) => !isArchived;
    const ways = [
      (row: CatalogueRow) => isLive(row) && nameKey(row.name) === wanted,
      (row: CatalogueRow) => isLive(row) && row.synonyms.some((one) => nameKey(one) === wanted),
      (row: CatalogueRow) => nameKey(row.name) === wanted,
      ({ id }: CatalogueRow) => name.length >= 4 && id.startsWith(name.toLowerCase()),
    ];
    const found = ways.map((way) => rows.filter(way)).find((list) => list.length > 0) ?? [];
    const [first, second] = found;
    if (!first) throw new AppError("not_found", `The catalogue has no entry "${name}".`);
    if (second)
      throw new AppError("invalid_input", `"${name}" matches ${found.length} entries. Use the id of one of them.`);
    return toEntry(first);
  });

export async function requireEntry(db: Tx, id: CatalogueId): Promise<CatalogueRow> {
  const [row] = await catalogueRows(db, { ids: [id] });
  if (!row) throw new AppError("not_found", `The catalogue has no entry ${id}.`);
  return row;
}

/** Returns the entry or, if it was merged, the entry that it was merged into. */
export async function requireRoot(db: Tx, id: CatalogueId): Promise<CatalogueRow> {
  const entry = await requireEntry(db, id);
  return entry.mergedInto === null ? entry : requireEntry(db, entry.mergedInto);
}

const withoutName = (synonyms: readonly string[], name: string): string[] =>
  synonyms.filter((one) => nameKey(one) !== nameKey(name));

function refuseTaken(error: unknown, name: string): never {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError("conflict", `The catalogue already has an entry "${name}". Link to it, or choose another name.`, {
    cause: error,
  });
}
