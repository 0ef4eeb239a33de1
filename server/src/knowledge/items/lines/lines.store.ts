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
  catalogueId: CatalogueId | null;
  catalogueName: string | null;
};

const linesWhere = (condition: ReturnType<typeof sql>) => sql<LineRow>`
  select l.id, l.item_id as "itemId", l.project_id as "projectId", l.kind, l.name, l.quantity::float8 as quantity, l.unit,
    l.unit_price::float8 as "unitPrice", l.currency, l.position, l.catalogue_id as "catalogueId", c.name as "catalogueName"
  from item_lines l
  left join catalogue_items c on c.id = l.catalogue_id
  where ${condition}
  order by l.position, l.id`;

export async function linesOf(db: Tx, itemId: ItemId): Promise<LineRow[]> {
  return (await linesWhere(sql`l.item_id = ${itemId}`).execute(db)).rows;
}

export async function findLine(db: Tx, id: LineId): Promise<LineRow | undefined> {
  return (await linesWhere(sql`l.id = ${id}`).execute(db)).rows[0];
}

/** Counts the lines of each item and adds up those with a quantity and a price. */
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

/** The entries of the catalogue that an item as a whole is linked to. */
export async function linksOf(db: Tx, itemId: ItemId): Promise<{ id: CatalogueId; name: string }[]> {
  const { rows } = await sql<{ id: CatalogueId; name: string }>`
    select c.id, c.name
    from catalogue_links l
    join catalogue_items c on c.id = l.catalogue_id
    where l.item_id = ${itemId}
    order by name_key(c.name) collate "C"`.execute(db);
  return rows;
}
