import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export const beginImport = (db: Tx, input: { projectId: ProjectId; manifestSha256: string }) =>
  sql`select begin_import(${input.projectId}, ${input.manifestSha256})`.execute(db);

/**
 * Long texts are packed by the server as they are written, until the end of the transaction with lz4 where it has that: what
 * servers do by default takes ten times as long, which for a large project is longer than all the rest of an import.
 */
export const packQuickly = (db: Tx) =>
  sql`
    select set_config('default_toast_compression', 'lz4', true)
    from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any (enumvals)`.execute(db);

/** Rows with exactly these columns; JSON travels as text, because the drivers disagree about objects as parameters. */
export async function insertRows(
  db: Tx,
  input: { table: string; columns: readonly string[]; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  const columns = sql.join(input.columns.map((name) => sql.ref(name)));
  const table = sql.table(input.table);
  await sql`
    insert into ${table} (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(input.rows)}::text::jsonb)`.execute(db);
}
