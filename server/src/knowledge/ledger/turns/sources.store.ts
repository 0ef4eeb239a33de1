import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** What people said and models wrote in sessions. Edited and rendered text is not among it: no person said it as such. */
export type TurnSource = "answer" | "feedback" | "document";

export type SourceRow = {
  project_id: ProjectId;
  session_id: SessionId;
  stage: string;
  /** The question that was answered; empty otherwise. */
  question: string;
  text: string;
  at: Date;
};

export async function findSource(
  db: Tx,
  { source, id }: { source: TurnSource; id: string },
): Promise<SourceRow | undefined> {
  const { rows } = await {
    answer: sql<SourceRow>`
      select c.project_id, a.session_id, c.stage, q.text as question, a.answer as text, a.answered_at as at
      from question_answers a
      join questions q on q.session_id = a.session_id and q.number = a.number
      join contributions c on c.id = q.contribution_id
      where a.id = ${id}`,
    feedback: sql<SourceRow>`
      select project_id, session_id, stage, '' as question, text, given_at as at from feedback where id = ${id}`,
    document: sql<SourceRow>`
      select d.project_id, d.session_id, c.stage, '' as question, d.markdown as text, c.created_at as at
      from documents d
      join contributions c on c.id = d.contribution_id
      where d.id = ${id} and d.kind = 'whole' and not c.intermediate`,
  }[source].execute(db);
  return rows[0];
}

/** Everything that was said before an extractor was chosen and has no bundle yet. */
export async function uncollected(db: Tx, projectId: ProjectId): Promise<{ source: TurnSource; id: string }[]> {
  const { rows } = await sql<{ source: TurnSource; id: string }>`
    select said.source, said.id
    from (
      select 'answer' as source, a.id, a.answered_at as at
      from question_answers a
      join sessions s on s.id = a.session_id
      where s.project_id = ${projectId}
      union all
      select 'feedback', id, given_at from feedback where project_id = ${projectId} and text <> ''
      union all
      select 'document', d.id, c.created_at
      from documents d
      join contributions c on c.id = d.contribution_id
      where d.project_id = ${projectId} and d.kind = 'whole' and not c.intermediate) said
    where not exists (
      select from turn_bundles b
      where b.project_id = ${projectId}
        and (b.turn_key = said.source || ':' || said.id or b.turn_key like said.source || ':' || said.id || ':%'))
    order by said.at, said.id`.execute(db);
  return rows;
}
