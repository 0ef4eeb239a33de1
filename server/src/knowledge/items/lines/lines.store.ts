import type { CatalogueId, ItemId, LineId, LineKind, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type LineRow = {
  id: LineId;
  itemId: ItemId;
  projectId: ProjectId;
  kind: LineKind;
  name: string;
  quantity: number | null;
  unit: string | null;
  unitPrice: number | null;
  currency: string | null;
  position: number;
  /** The entry that a person linked the line to. */
  catalogueId: CatalogueId | null;
  /** The linked entry or, if it was merged, the entry that it was merged into. */
  entryId: CatalogueId | null;
  entryName: string | null;
};

const linesWhere = (condition: ReturnType<typeof sql>) => sql<LineRow>`
  select l.id, l.item_id as "itemId", l.project_id as "projectId", l.kind, l.name, l.quantity::float8 as quantity, l.unit,
    l.unit_price::float8 as "unitPrice", l.currency, l.position, l.catalogue_id as "catalogueId",
    c.id as "entryId", c.name as "entryName"
  from item_lines l
  left join catalogue_items linked on linked.id = l.catalogue_id
  left join catalogue_items c on c.id = coalesce(linked.merged_into, linked.id)
  where ${condition}
  order by l.position, l.id`;

export async function linesOf(db: Tx, itemId: ItemId): Promise<LineRow[]> {
  return (await linesWhere(sql`l.item_id = ${itemId}`).execute(db)).rows;
}

export async function findLine(db: Tx, id: LineId): Promise<LineRow | undefined> {
  return (await linesWhere(sql`l.id = ${id}`).execute(db)).rows[0];
}

/** For each item and currency: counts the lines, and adds up those with a quantity and a price. */
export async function lineTotals(
  db: Tx,
  itemIds: readonly ItemId[],
): Promise<{ itemId: ItemId; lines: number; currency: string | null; amount: number | null }[]> {
  const { rows } = await sql<{ itemId: ItemId; lines: number; currency: string | null; amount: number | null }>`
    select item_id as "itemId", currency, count(*)::int as lines, sum(quantity * unit_price)::float8 as amount
    from item_lines where item_id = any (${itemIds}::uuid[])
    group by item_id, currency
    order by item_id, currency`.execute(db);
  return rows;
}

export type LinkRow = {
  /** The entry that a person linked the item to. */
  catalogueId: CatalogueId;
  /** The linked entry or, if it was merged, the entry that it was merged into. */
  entryId: CatalogueId;
  entryName: string;
};

/** The links of an item itself (not of its lines), sorted by the names of the entries. */
export async function linksOf(db: Tx, itemId: ItemId): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.catalogue_id as "catalogueId", c.id as "entryId", c.name as "entryName"
    from catalogue_links l
    join catalogue_items linked on linked.id = l.catalogue_id
    join catalogue_items c on c.id = coalesce(linked.merged_into, linked.id)
    where l.item_id = ${itemId}
    order by name_key(c.name) collate "C", l.catalogue_id`.execute(db);
  return rows;
}
