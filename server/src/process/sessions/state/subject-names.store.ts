import type { StatementGrouping } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform";

/**
 * Queries for the names of the things that money was spent on. Stages and models are not listed, because their keys are
 * their names; exchanges have no names.
 */
const names: { [Grouping in StatementGrouping]?: RawBuilder<unknown> } = {
  project: sql`select id, name from projects`,
  session: sql`select s.id, p.name from sessions s join projects p on p.id = s.project_id`,
  document: sql`select id, concat_ws(': ', stage, label) as name from jobs`,
};

/** The names, by id, of rows that still exist. */
export async function selectSubjectNames(
  db: Tx,
  input: { of: StatementGrouping; ids: readonly string[] },
): Promise<Map<string, string>> {
  const source = names[input.of];
  if (!source) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name
    from (${source}) subject
    where id = any (${[...input.ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
