import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** Documents are long, so only the newest are read. */
const mostDocuments = 40;

/** The texts of a project, one per row: its name and brief, items, facts, and its newest documents. */
const projectTexts = (projectId: ProjectId) => sql`
  select name || ' ' || brief as text from projects where id = ${projectId}
  union all
  select name from project_items where project_id = ${projectId}
  union all
  select statement || ' ' || coalesce(quote, '') from facts where project_id = ${projectId} and status <> 'rejected'
  union all
  select markdown from (
    select markdown from current_documents where project_id = ${projectId} and kind = 'whole'
    order by created_at desc limit ${mostDocuments}) documents`;

/** Returns the given words that the project's texts contain. The words must be in lower case. */
export async function selectKnownWords(
  db: Tx,
  { projectId, words }: { projectId: ProjectId | null; words: readonly string[] },
): Promise<string[]> {
  if (projectId === null || words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    with texts as materialized (select lower(text) as text from (${projectTexts(projectId)}) t)
    select word from unnest(${words}::text[]) word
    where exists (select from texts where strpos(text, word) > 0)`.execute(db);
  return rows.map(({ word }) => word);
}

/** Places in the project's texts where an acronym is next to a bracket: `Long Form (LF)` or `LF (Long Form)`. */
export async function selectAcronymPlaces(
  db: Tx,
  { projectId, acronyms }: { projectId: ProjectId; acronyms: readonly string[] },
): Promise<{ acronym: string; place: string }[]> {
  const { rows } = await sql<{ acronym: string; place: string }>`
    with texts as materialized (${projectTexts(projectId)})
    select acronym, substring(text from greatest(1, at - 120) for 250) as place
    from unnest(${acronyms}::text[]) acronym
    cross join lateral (
      select text, greatest(strpos(text, '(' || acronym || ')'), strpos(text, acronym || ' (')) as at from texts) t
    where at > 0
    limit 100`.execute(db);
  return rows;
}
