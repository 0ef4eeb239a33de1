import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export const beginImport = (db: Tx, input: { projectId: ProjectId; manifestSha256: string }) =>
  sql`select begin_import(${input.projectId}, ${input.manifestSha256})`.execute(db);

/**
 * Compresses long texts with lz4 until the end of the transaction, if PostgreSQL supports it. The default, pglz, takes ten
 * times as long: for a large project, longer than the rest of the import.
 */
export const useFastCompression = (db: Tx) =>
  sql`
    select set_config('default_toast_compression', 'lz4', true)
    from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any (enumvals)`.execute(db);

/**
 * Inserts rows with exactly these columns. Sends JSON as text, because the two database drivers treat object parameters
 * differently.
 */
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

/** Runs statements in a savepoint: a failure rolls back only these statements, and the transaction stays usable. */
export async function inSavepoint(db: Tx, body: () => Promise<void>): Promise<void> {
  await sql`savepoint rows`.execute(db);
  try {
    await body();
  } catch (error) {
    await sql`rollback to savepoint rows`.execute(db);
    throw error;
  }
  await sql`release savepoint rows`.execute(db);
}

/** The columns of a constraint or unique index, by its name. */
export async function columnsOfConstraint(
  db: Tx,
  { table, constraint }: { table: string; constraint: string | undefined },
): Promise<string | undefined> {
  if (constraint === undefined) return undefined;
  const { rows } = await sql<{ columns: string | null }>`
    select string_agg(a.attname, ', ' order by a.attnum) as columns
    from pg_attribute a
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum = any (coalesce(
      (select c.conkey from pg_constraint c where c.conrelid = a.attrelid and c.conname = ${constraint}),
      (select i.indkey::int2[] from pg_index i join pg_class k on k.oid = i.indexrelid
        where i.indrelid = a.attrelid and k.relname = ${constraint})))`.execute(db);
  return rows[0]?.columns ?? undefined;
}

/** Checks the foreign keys of answers and choices as each row is inserted, so that the error can name the row. */
export const checkConstraintsImmediately = (db: Tx) =>
  sql`
    set constraints question_answers_session_id_number_fkey, claim_choices_session_id_number_fkey immediate`.execute(
    db,
  );
