import type { CatalogueId, PriceObservation } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type NewPrice = Omit<PriceObservation, "createdAt">;
type Row = NewPrice & { createdAt: Date };

/** The price of a merged entry counts as a price of the entry that it was merged into. */
const columns = sql`
  p.id, coalesce(c.merged_into, c.id) as "catalogueId", p.vendor, p.price::float8 as price, p.currency, p.unit, p.quantity::float8 as quantity,
  p.observed_on::text as "observedOn", p.source, p.reference, p.created_at as "createdAt"`;

const toObservation = ({ createdAt, ...row }: Row): PriceObservation => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Adds prices, skipping references that are already recorded. Returns the number of new prices. */
export async function insertPrices(db: Tx, prices: readonly NewPrice[]): Promise<number> {
  if (prices.length === 0) return 0;
  const { rows } = await sql`
    insert into price_observations
      (id, owner_id, catalogue_id, vendor, price, currency, unit, quantity, observed_on, source, reference)
    select id, acting_user(), "catalogueId", vendor, price, currency, unit, quantity, "observedOn", source, reference
    from jsonb_to_recordset(${JSON.stringify(prices)}::text::jsonb) as given (id uuid, "catalogueId" uuid, vendor text, price numeric,
      currency text, unit text, quantity numeric, "observedOn" date, source text, reference text)
    on conflict (owner_id, reference) do nothing
    returning id`.execute(db);
  return rows.length;
}

export async function pricesByReference(db: Tx, references: readonly string[]): Promise<PriceObservation[]> {
  const { rows } = await sql<Row>`
    select ${columns} from price_observations p join catalogue_items c on c.id = p.catalogue_id
    where p.owner_id = acting_user() and p.reference = any (${references}::text[])`.execute(db);
  return rows.map(toObservation);
}

/** Prices of one entry or of all entries, newest first. */
export async function pricesOf(
  db: Tx,
  { catalogueId, limit }: { catalogueId: CatalogueId | null; limit: number },
): Promise<PriceObservation[]> {
  const { rows } = await sql<Row>`
    select ${columns} from price_observations p
    join catalogue_items c on c.id = p.catalogue_id
    where ${catalogueId}::uuid is null or p.catalogue_id = any (array (
      select ${catalogueId}::uuid union all select m.id from catalogue_items m where m.merged_into = ${catalogueId}::uuid))
    order by p.observed_on desc, p.created_at desc, p.id desc
    limit ${limit}`.execute(db);
  return rows.map(toObservation);
}
