import type {
  CatalogueId,
  PriceId,
  PriceImport,
  PriceObservation,
  PriceRowError,
  PriceRowFault,
  PriceSource,
} from "@dialectic/contract";
import { AppError, newId, sha256, type Tx, type UserDb } from "#platform";
import { addCatalogueItems, catalogueNames, mergedIds } from "../catalogue/catalogue.store.ts";
import { requireRoot } from "../catalogue/manage-catalogue.ts";
import { nameKey } from "../catalogue/match/name-key.ts";
import { createMatcher } from "../catalogue/match/suggest.ts";
import { insertPrices, type NewPrice, pricesByReference } from "./prices.store.ts";
import { type PriceRow, readPriceRows } from "./read-price-rows.ts";

type Ctx = { db: UserDb };
type PriceContent = Omit<NewPrice, "id" | "reference">;

/** Records one price. The same reference with equal content is recorded once; with different content it is refused. */
export const addPrice = (
  ctx: Ctx,
  input: PriceContent & { source: PriceSource; reference?: string | undefined },
): Promise<PriceObservation> =>
  ctx.db.tx(async (db) => {
    const { id: catalogueId } = await requireRoot(db, input.catalogueId);
    const { reference: given, ...rest } = input;
    const content = { ...rest, catalogueId };
    const before = given ? [] : await pricesByReference(db, referencesOf(content, await mergedIds(db, catalogueId)));
    if (before[0]) return before[0];
    const reference = given ?? referenceOf(content);
    const price = { ...content, id: newId<PriceId>(), reference };
    await insertPrices(db, [price]);
    const [recorded] = await pricesByReference(db, [reference]);
    if (!recorded || !isSame(recorded, price)) {
      throw new AppError(
        "conflict",
        `The reference "${reference}" was recorded with another price. Use another reference.`,
      );
    }
    return recorded;
  });

/**
 * Records the rows of a CSV file, in one transaction. A row that cannot be read, or whose item is not in the catalogue,
 * is reported with its line and its reason, and does not affect other rows. Importing the file again records nothing
 * twice.
 */
export const importPrices = (ctx: Ctx, { csv, create }: { csv: string; create: boolean }): Promise<PriceImport> => {
  const { rows, errors } = readPriceRows(csv);
  return ctx.db.tx(async (db) => {
    const { find, created, mergedInto } = await entryFinder(db, { rows, create });
    const prices: GivenPrice[] = [];
    const refused = [...errors];
    for (const row of rows) {
      const found = find(row);
      if ("reason" in found) refused.push({ ...found, line: row.line, column: "item", value: row.item });
      else {
        const { line: _, item: _item, reference, ...rest } = row;
        const content = { ...rest, catalogueId: found.id };
        const others = reference === null ? referencesOf(content, mergedInto(found.id)) : [];
        prices.push({ ...content, id: newId<PriceId>(), reference: reference ?? referenceOf(content), row, others });
      }
    }
    const { fresh, known, conflicts } = await sortOut(db, prices);
    const recorded = await insertPrices(db, fresh);
    return {
      rows: rows.length + errors.length,
      recorded,
      known,
      created,
      errors: [...refused, ...conflicts].toSorted((a, b) => a.line - b.line),
    };
  });
};

/**
 * Comparing two names takes about twenty microseconds, and a file may have a hundred thousand unknown names. Therefore
 * suggestions are computed only for the first names, so that all comparisons together take about a second at most.
 */
const mostComparisons = 50_000;
/** The maximum number of entries that one import creates. Each entry costs a row and an event. */
const mostCreated = 10_000;

type Found = { id: CatalogueId } | Pick<PriceRowError, "reason" | "candidates">;

/**
 * Finds the entry that a row means, by its name or a synonym. Similar names are only suggested. With `create`, missing
 * entries are created first.
 */
async function entryFinder(db: Tx, { rows, create }: { rows: readonly PriceRow[]; create: boolean }) {
  const entries = await catalogueNames(db);
  const named = new Map<string, CatalogueId[]>();
  for (const { id, synonyms } of entries) {
    for (const key of new Set(synonyms.map(nameKey))) named.set(key, [...(named.get(key) ?? []), id]);
  }
  for (const { id, name } of entries) named.set(nameKey(name), [id]); // a name takes precedence over a synonym
  const created: PriceImport["created"] = [];
  if (create) {
    const missing = new Map<string, PriceRow>();
    for (const row of rows) {
      const key = nameKey(row.item);
      if (!named.has(key) && !missing.has(key)) missing.set(key, row); // the first row decides the spelling
    }
    if (missing.size > mostCreated) {
      throw new AppError(
        "invalid_input",
        `The file names ${missing.size} items that the catalogue does not have; at most ${mostCreated} are created at once. Split the file.`,
      );
    }
    for (const { id, name, isNew } of await addMissing(db, [...missing.values()])) {
      named.set(nameKey(name), [id]);
      if (isNew) created.push({ id, name });
    }
  }
  const names = entries.reduce((sum, { synonyms, decided }) => sum + 1 + synonyms.length + decided.length, 0);
  const mostSuggested = Math.floor(mostComparisons / Math.max(names, 1));
  let prepared: ReturnType<typeof createMatcher> | undefined;
  const matcher = () => (prepared ??= createMatcher(entries));
  const nameOf = new Map(entries.map(({ id, name }) => [id, name]));
  const refusals = new Map<string, Found>();
  const refuse = (reason: PriceRowFault, candidates: PriceRowError["candidates"]): Found => ({ reason, candidates });
  const find = ({ item }: PriceRow): Found => {
    const key = nameKey(item);
    const ids = named.get(key) ?? [];
    const [id, second] = ids;
    if (second) {
      const candidates = ids.map((one) => ({ id: one, name: nameOf.get(one) ?? "", confidence: 0.99 }));
      return refuse("ambiguous-item", candidates);
    }
    if (id) return { id };
    const known = refusals.get(key);
    if (known) return known;
    const { candidates } = refusals.size < mostSuggested ? matcher().suggest({ name: item }) : { candidates: [] };
    const refusal = refuse(
      "unknown-item",
      candidates.map(({ id, name, confidence }) => ({ id, name, confidence })),
    );
    refusals.set(key, refusal);
    return refusal;
  };
  const merged = new Map(entries.map((entry) => [entry.id, entry.merged]));
  return { find, created, mergedInto: (id: CatalogueId) => merged.get(id) ?? [] };
}

/**
 * Uses only two statements, because a file may add thousands of entries and the embedded database serves no other query
 * meanwhile.
 */
const addMissing = (db: Tx, rows: readonly PriceRow[]) =>
  addCatalogueItems(
    db,
    rows.map(({ item, unit }) => ({ id: newId<CatalogueId>(), name: item, unit })),
  );

/**
 * `others`: the references that the price has if it was recorded for an entry that was later merged into the price's
 * entry.
 */
type GivenPrice = NewPrice & { row: PriceRow; others: readonly string[] };

/**
 * Sorts prices into new prices, prices that are already recorded, and prices whose reference belongs to another price.
 */
async function sortOut(db: Tx, prices: readonly GivenPrice[]) {
  const references = new Set(prices.flatMap(({ reference, others }) => [reference, ...others]));
  const recorded = await pricesByReference(db, [...references]);
  const byReference = new Map<string, PriceContent>(recorded.map((one) => [one.reference, one]));
  const fresh: NewPrice[] = [];
  const conflicts: PriceRowError[] = [];
  let known = 0;
  for (const { row, others, ...price } of prices) {
    const before = [price.reference, ...others].map((one) => byReference.get(one)).find((one) => one !== undefined);
    if (!before) {
      fresh.push(price);
      byReference.set(price.reference, price);
    } else if (isSame(before, price)) known += 1;
    else {
      const { line } = row;
      conflicts.push({
        line,
        reason: "reference-conflict",
        column: "reference",
        value: price.reference,
        candidates: [],
      });
    }
  }
  return { fresh, known, conflicts };
}

const contentOf = (one: PriceContent): string =>
  JSON.stringify([
    one.catalogueId,
    nameKey(one.vendor),
    one.price,
    one.currency,
    one.unit,
    one.quantity,
    one.observedOn,
    one.source,
  ]);
const isSame = (a: PriceContent, b: PriceContent): boolean => contentOf(a) === contentOf(b);

/** A price without a reference is identified by its content. */
const referenceOf = (content: PriceContent): string => `content:${sha256(contentOf(content)).slice(0, 32)}`;

/** The content-based references that a price would have under the entries that were merged into its entry. */
const referencesOf = (content: PriceContent, merged: readonly CatalogueId[]): string[] =>
  merged.map((catalogueId) => referenceOf({ ...content, catalogueId }));
