import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export const beginImport = (db: Tx, input: { projectId: ProjectId; manifestSha256: string }) =>
  sql`select begin_import(${input.projectId}, ${input.manifestSha256})`.execute(db);

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
