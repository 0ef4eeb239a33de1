import type { CatalogueId, LineId, PriceMemory, PriceSummary } from "@dialectic/contract";
import type { Clock, Tx, UserDb } from "#platform";
import { catalogueRows } from "../catalogue/catalogue.store.ts";
import { requireRoot } from "../catalogue/manage-catalogue.ts";
import { requireLine, toLine } from "../lines/lines.ts";
import { pricesOf } from "./prices.store.ts";
import { priceStatistics, unitKey } from "./statistics.ts";

type Ctx = { db: UserDb; clock: Clock };

const mostObservations = 1_000;
const mostInAll = 100_000;
const today = ({ clock }: Ctx): string => clock.now().toISOString().slice(0, 10);

/** The entries that have prices, sorted by name, with their statistics. */
export const listPrices = (ctx: Ctx): Promise<Omit<PriceSummary, "observations">[]> =>
  ctx.db.tx(async (db) => {
    const prices = Map.groupBy(await pricesOf(db, { catalogueId: null, limit: mostInAll }), (one) => one.catalogueId);
    const entries = await catalogueRows(db, { ids: [...prices.keys()] });
    return entries.map(({ id, name }) => ({
      catalogue: { id, name },
      statistics: priceStatistics(prices.get(id) ?? [], today(ctx)),
    }));
  });

export const getPrices = (ctx: Ctx, { catalogueId }: { catalogueId: CatalogueId }): Promise<PriceSummary> =>
  ctx.db.tx((db) => summaryOf(ctx, db, catalogueId));

async function summaryOf(ctx: Ctx, db: Tx, catalogueId: CatalogueId): Promise<PriceSummary> {
  const { id, name } = await requireRoot(db, catalogueId);
  const observations = await pricesOf(db, { catalogueId: id, limit: mostObservations });
  return { catalogue: { id, name }, statistics: priceStatistics(observations, today(ctx)), observations };
}

/** Statistics of earlier prices for a line. The line's price is compared with prices in its unit and currency. */
export const priceMemory = (ctx: Ctx, { lineId }: { lineId: LineId }): Promise<PriceMemory> =>
  ctx.db.tx(async (db) => {
    const row = await requireLine(db, lineId);
    const summary = row.entryId ? await summaryOf(ctx, db, row.entryId) : null;
    const isOwn = (one: { unit: string; currency: string }) =>
      (row.unit === null || unitKey(one.unit) === unitKey(row.unit)) &&
      (row.currency === null || one.currency === row.currency);
    const comparable = summary?.statistics.find(isOwn) ?? null;
    const hasRatio = comparable && row.unitPrice !== null && comparable.median > 0;
    const ratio = hasRatio ? Math.round((1000 * (row.unitPrice ?? 0)) / comparable.median) / 1000 : null;
    return { line: toLine(row), summary, comparable, ratio };
  });
