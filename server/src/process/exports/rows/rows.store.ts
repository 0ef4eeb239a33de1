import type { ProjectId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform";
import type { ExportedTable } from "./tables.store.ts";

export type Column = { name: string; type: string; nullable: boolean };

/** The columns that travel. */
export async function columnsOf(db: Tx, table: ExportedTable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, udt_name as type, is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table.name} and is_generated = 'NEVER' and is_identity = 'NO'
    order by column_name collate "C"`.execute(db);
  return rows.filter(({ name }) => name !== "owner_id" && !table.omit?.includes(name));
}

export async function idsOf(db: Tx, table: ExportedTable, projectId: ProjectId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table.name)} t where ${table.of(projectId)} order by t.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A text that is told by its hash. */
export type TextMark = { sha256: string; bytes: number };
export type RowToTell = Record<string, unknown>;

/** Texts are hashed where they stand: most are in the tree already and need not be read again. */
const marked = (column: string) => sql`
  jsonb_build_object(
    'sha256', encode(sha256(convert_to(t.${sql.ref(column)}, 'UTF8')), 'hex'),
    'bytes', octet_length(t.${sql.ref(column)}))`;

function told(table: ExportedTable, columns: readonly Column[]): RawBuilder<unknown> {
  const parts = columns.map(({ name }) => {
    const instead = table.instead?.[name] ?? (table.texts?.includes(name) ? marked(name) : sql`t.${sql.ref(name)}`);
    return sql`${instead} as ${sql.ref(name)}`;
  });
  return sql.join(parts);
}

const asJson = (table: ExportedTable, columns: readonly Column[], where: RawBuilder<unknown>) => sql<{
  row: RowToTell;
}>`
  select to_jsonb(r) as row
  from (select ${told(table, columns)} from ${sql.table(table.name)} t where ${where}) r`;

export async function rowsById(
  db: Tx,
  table: ExportedTable,
  input: { columns: readonly Column[]; ids: readonly string[] },
): Promise<RowToTell[]> {
  const page = sql`t.id = any (${[...input.ids]}::uuid[]) order by t.id`;
  const { rows } = await asJson(table, input.columns, page).execute(db);
  return rows.map(({ row }) => row);
}

/** Of a table without ids: a page that begins after so many rows. The snapshot keeps pages from shifting. */
export async function pageOfRows(
  db: Tx,
  table: ExportedTable & { order: RawBuilder<unknown> },
  input: { columns: readonly Column[]; projectId: ProjectId; skip: number; limit: number },
): Promise<RowToTell[]> {
  const page = sql`${table.of(input.projectId)} order by ${table.order} limit ${input.limit} offset ${input.skip}`;
  const { rows } = await asJson(table, input.columns, page).execute(db);
  return rows.map(({ row }) => row);
}

export async function textsById(
  db: Tx,
  input: { table: string; column: string; ids: readonly string[] },
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select t.id, t.${sql.ref(input.column)} as text
    from ${sql.table(input.table)} t
    where t.id = any (${[...input.ids]}::uuid[])`.execute(db);
  return rows;
}

/** Times are told in UTC, whatever the server's zone is. */
export const tellInUtc = (db: Tx) => sql`set local timezone to 'UTC'`.execute(db);
