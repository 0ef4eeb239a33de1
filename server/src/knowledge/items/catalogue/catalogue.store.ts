import type { CatalogueId, LineKind } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type CatalogueRow = {
  id: CatalogueId;
  name: string;
  kind: LineKind | null;
  unit: string | null;
  isArchived: boolean;
  mergedInto: CatalogueId | null;
  createdAt: Date;
  synonyms: string[];
  links: number;
  prices: number;
};

/** The ids of entry `c` and of the entries that were merged into it. */
const family = sql`(select c.id union all select m.id from catalogue_items m where m.merged_into = c.id) family (id)`;

/** The acting user's entries, sorted by name; row-level security hides all others. */
export async function catalogueRows(
  db: Tx,
  { ids = null, archived = null }: { ids?: readonly CatalogueId[] | null; archived?: boolean | null },
): Promise<CatalogueRow[]> {
  const { rows } = await sql<CatalogueRow>`
    select c.id, c.name, c.kind, c.unit, c.is_archived as "isArchived", c.merged_into as "mergedInto",
      c.created_at as "createdAt",
      coalesce((select array_agg(s.name order by name_key(s.name) collate "C") from catalogue_synonyms s where s.catalogue_id = c.id),
        '{}') as synonyms,
      ((select count(*) from ${family} join item_lines l on l.catalogue_id = family.id)
        + (select count(*) from ${family} join catalogue_links l on l.catalogue_id = family.id))::int as links,
      (select count(*) from ${family} join price_observations p on p.catalogue_id = family.id)::int as prices
    from catalogue_items c
    where (${ids}::uuid[] is null or c.id = any (${ids}::uuid[]))
      and (${archived}::boolean is null or c.is_archived = ${archived})
    order by name_key(c.name) collate "C", c.id`.execute(db);
  return rows;
}

export type CatalogueNames = Pick<CatalogueRow, "id" | "name" | "kind" | "synonyms"> & {
  /** Names of lines that a person linked to the entry, in any project. */
  decided: string[];
  /** The entries that were merged into this one. */
  merged: CatalogueId[];
};

/**
 * The live entries with all their names. Reads only the columns that the matcher needs, because every suggestion reads
 * all entries.
 */
export async function catalogueNames(db: Tx): Promise<CatalogueNames[]> {
  const { rows } = await sql<CatalogueNames>`
    select c.id, c.name, c.kind, coalesce(s.names, '{}') as synonyms, coalesce(l.names, '{}') as decided,
      coalesce(m.ids, '{}') as merged
    from catalogue_items c
    left join (
      select catalogue_id, array_agg(name order by name_key(name) collate "C") as names
      from catalogue_synonyms group by catalogue_id) s on s.catalogue_id = c.id
    left join (
      select coalesce(linked.merged_into, linked.id) as catalogue_id, array_agg(distinct line.name order by line.name) as names
      from item_lines line
      join catalogue_items linked on linked.id = line.catalogue_id
      group by 1) l on l.catalogue_id = c.id
    left join (
      select merged_into, array_agg(id order by id) as ids
      from catalogue_items where merged_into is not null group by merged_into) m on m.merged_into = c.id
    where not c.is_archived
    order by name_key(c.name) collate "C", c.id`.execute(db);
  return rows;
}

export async function insertCatalogueItem(
  db: Tx,
  entry: { id: CatalogueId; name: string; kind: LineKind | null; unit: string | null },
): Promise<void> {
  await sql`
    insert into catalogue_items (id, owner_id, name, kind, unit)
    values (${entry.id}, acting_user(), ${entry.name}, ${entry.kind}, ${entry.unit})`.execute(db);
}

/**
 * Adds entries. If the database considers a given name equal to a live entry's name, returns the live entry instead.
 * The result contains the names as they were given.
 */
export async function addCatalogueItems(
  db: Tx,
  entries: readonly { id: CatalogueId; name: string; unit: string | null }[],
): Promise<{ id: CatalogueId; name: string; isNew: boolean }[]> {
  if (entries.length === 0) return [];
  const given = sql`jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as given (id uuid, name text, unit text)`;
  await sql`
    insert into catalogue_items (id, owner_id, name, unit)
    select id, acting_user(), name, unit from ${given}
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: CatalogueId; name: string; isNew: boolean }>`
    select c.id, given.name, c.id = given.id as "isNew"
    from ${given}
    join catalogue_items c on c.owner_id = acting_user() and name_key(c.name) = name_key(given.name) and not c.is_archived
    order by given.id`.execute(db);
  return rows;
}

/** Locks entries, in the order of their ids. */
export async function lockEntries(db: Tx, ids: readonly CatalogueId[]): Promise<void> {
  await sql`select id from catalogue_items where id = any (${ids}::uuid[]) order by id for update`.execute(db);
}

/** Merges an entry, and the entries that were merged into it before, into another entry. */
export async function mergeEntries(db: Tx, { from, into }: { from: CatalogueId; into: CatalogueId }): Promise<void> {
  await sql`
    update catalogue_items set is_archived = true, merged_into = ${into}
    where id = ${from} or merged_into = ${from}`.execute(db);
}

/** Ids of the entries that were merged into this entry. */
export async function mergedIds(db: Tx, id: CatalogueId): Promise<CatalogueId[]> {
  const { rows } = await sql<{ id: CatalogueId }>`
    select id from catalogue_items where merged_into = ${id} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Updates an entry. Restoring an archived entry also ends its merge into another one. */
export async function updateCatalogueItem(
  db: Tx,
  entry: { id: CatalogueId; name: string; kind: LineKind | null; unit: string | null; isArchived: boolean },
): Promise<void> {
  await sql`
    update catalogue_items
    set name = ${entry.name}, kind = ${entry.kind}, unit = ${entry.unit}, is_archived = ${entry.isArchived},
      merged_into = case when ${entry.isArchived} then merged_into end
    where id = ${entry.id}`.execute(db);
}

/** Replaces the synonyms of an entry. Equal names are stored once. */
export async function setSynonyms(
  db: Tx,
  { id, synonyms }: { id: CatalogueId; synonyms: readonly string[] },
): Promise<void> {
  await sql`delete from catalogue_synonyms where catalogue_id = ${id}`.execute(db);
  await sql`
    insert into catalogue_synonyms (catalogue_id, owner_id, name)
    select ${id}, acting_user(), name from unnest(${synonyms}::text[]) as given (name)
    on conflict do nothing`.execute(db);
}
