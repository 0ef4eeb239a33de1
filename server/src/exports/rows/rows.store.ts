import type { ProjectId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { fetchBatches, type Tx } from "#platform";
import type { ExportedTable } from "./tables.store.ts";

export type Column = { name: string; type: string; nullable: boolean };

type CatalogColumn = Column & { namesUser: boolean };

/** The exported columns, and the columns that refer to users, which an import sets to the importing user. */
export async function columnsOf(db: Tx, table: ExportedTable): Promise<{ columns: Column[]; users: string[] }> {
  const { rows } = await sql<CatalogColumn>`
    select a.attname as name, ty.typname as type, not a.attnotnull as nullable,
      exists (
        select from pg_constraint c
        where c.conrelid = a.attrelid and c.confrelid = 'users'::regclass and c.conkey = array[a.attnum]) as "namesUser"
    from pg_attribute a
    join pg_type ty on ty.oid = a.atttypid
    where a.attrelid = ${`public.${table.name}`}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = ''
    order by a.attname collate "C"`.execute(db);
  return {
    columns: rows.filter(({ name, namesUser }) => !namesUser && !table.omit?.includes(name)),
    users: rows.filter(({ namesUser }) => namesUser).map(({ name }) => name),
  };
}

export async function idsOf(db: Tx, table: ExportedTable, projectId: ProjectId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table.name)} t where ${table.of(projectId)} order by t.id`.execute(db);
  return rows.map(({ id }) => id);
}

export type TextHash = { sha256: string; bytes: number };
/** `place` is the row's ctid, which is stable within a snapshot. It identifies rows because not every table has ids. */
export type ExportRow = { place: string; cells: Record<string, unknown> };

/** The database computes the hashes of texts. Most texts are already in the tree, so their rows need only the hash. */
const hashed = (column: string) => sql`
  jsonb_build_object(
    'sha256', encode(sha256(convert_to(t.${sql.ref(column)}, 'UTF8')), 'hex'),
    'bytes', octet_length(t.${sql.ref(column)}))`;

function selectColumns(table: ExportedTable, columns: readonly Column[]): RawBuilder<unknown> {
  const expressions = columns.map(({ name }) => {
    const expression = table.exportAs?.[name] ?? (table.texts?.includes(name) ? hashed(name) : sql`t.${sql.ref(name)}`);
    return sql`${expression} as ${sql.ref(name)}`;
  });
  return sql.join(expressions);
}

const asJson = (table: ExportedTable, columns: readonly Column[], where: RawBuilder<unknown>) => sql<ExportRow>`
  select t.ctid::text as place, (select to_jsonb(c) from (select ${selectColumns(table, columns)}) c) as cells
  from ${sql.table(table.name)} t
  where ${where}`;

export async function rowsById(
  db: Tx,
  table: ExportedTable,
  input: { columns: readonly Column[]; ids: readonly string[] },
): Promise<ExportRow[]> {
  const page = sql`t.id = any (${[...input.ids]}::uuid[]) order by t.id`;
  return (await asJson(table, input.columns, page).execute(db)).rows;
}

/** All rows of a table without ids, in batches whose sizes `counts` gives. */
export function rowBatches(
  db: Tx,
  table: ExportedTable & { order: RawBuilder<unknown> },
  input: { columns: readonly Column[]; projectId: ProjectId; counts: Iterable<number> },
): AsyncGenerator<ExportRow[]> {
  const all = sql`${table.of(input.projectId)} order by ${table.order}`;
  return fetchBatches(db, asJson(table, input.columns, all), input.counts);
}

export async function textsAt(
  db: Tx,
  input: { table: string; column: string; places: readonly string[] },
): Promise<{ place: string; text: string }[]> {
  const { rows } = await sql<{ place: string; text: string }>`
    select t.ctid::text as place, t.${sql.ref(input.column)} as text
    from ${sql.table(input.table)} t
    where t.ctid = any (${[...input.places]}::text[]::tid[])`.execute(db);
  return rows;
}

/** Exports times in UTC, independent of the database's time zone. */
export const useUtc = (db: Tx) => sql`set local timezone to 'UTC'`.execute(db);
