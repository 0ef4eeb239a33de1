import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/**
 * The texts in sessions and conversations from which facts are read. Edited documents are left out: most of their text
 * is a model's, and reading it as a person's would accept a model's statements without review. Artifacts are also left
 * out, because their documents contain them.
 */
export type TurnSource = "answer" | "feedback" | "document" | "exchange" | "brief";

export type SourceRow = {
  project_id: ProjectId;
  session_id: SessionId | null;
  /** The stage that the text belongs to; null if no stage had started. */
  stage: string | null;
  /** The question that was answered; empty otherwise. */
  question: string;
  text: string;
  /** The model's answer to the text; empty if there is none. */
  answer: string;
  at: Date;
};

export async function findSource(
  db: Tx,
  { source, id }: { source: TurnSource; id: string },
): Promise<SourceRow | undefined> {
  const { rows } = await {
    answer: sql<SourceRow>`
      select c.project_id, a.session_id, c.stage, q.text as question, a.answer as text, '' as answer, a.answered_at as at
      from question_answers a
      join questions q on q.session_id = a.session_id and q.number = a.number
      join contributions c on c.id = q.contribution_id
      where a.id = ${id}`,
    brief: sql<SourceRow>`
      select id as project_id, null as session_id, null as stage, '' as question, brief as text, '' as answer, created_at as at
      from projects where id = ${id}`,
    feedback: sql<SourceRow>`
      select project_id, session_id, stage, '' as question, text, '' as answer, given_at as at from feedback where id = ${id}`,
    document: sql<SourceRow>`
      select d.project_id, d.session_id, c.stage, '' as question, d.markdown as text, '' as answer, c.created_at as at
      from documents d
      join contributions c on c.id = d.contribution_id
      where d.id = ${id} and d.kind = 'whole' and not c.intermediate`,
    // Selects the stage that the project was in when the exchange started, so that reading the row later gives the same
    // result.
    exchange: sql<SourceRow>`
      select v.project_id, null as session_id,
        (select r.stage from stage_runs r
         join sessions s on s.id = r.session_id
         where s.project_id = v.project_id and r.started_at <= e.started_at
         order by r.started_at desc, r.id desc
         limit 1) as stage,
        '' as question, e.user_text as text, e.answer, e.started_at as at
      from exchanges e
      join conversations v on v.id = e.conversation_id
      where e.id = ${id} and e.status = 'completed' and e.copy_of is null and not e.imported
        and v.project_id is not null`,
  }[source].execute(db);
  return rows[0];
}

/**
 * All texts that have no bundle yet, because they are older than the choice of an extractor. Includes documents only if
 * the project's extractor reads documents.
 */
export async function uncollected(
  db: Tx,
  { projectId, documents }: { projectId: ProjectId; documents: boolean },
): Promise<{ source: TurnSource; id: string }[]> {
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
      where d.project_id = ${projectId} and d.kind = 'whole' and not c.intermediate and ${documents}::boolean
      union all
      select 'exchange', e.id, e.started_at
      from exchanges e
      join conversations v on v.id = e.conversation_id
      where v.project_id = ${projectId} and e.status = 'completed' and e.copy_of is null and not e.imported) said
    where not exists (
      select from turn_bundles b
      where b.project_id = ${projectId}
        and (said.source = 'answer' and b.source_ids @> array[said.id::text] or b.turn_key = said.source || ':' || said.id or b.turn_key like said.source || ':' || said.id || ':%'))
    order by said.at, said.id`.execute(db);
  return rows;
}

export async function newestSession(db: Tx, projectId: ProjectId): Promise<SessionId | undefined> {
  const { rows } = await sql<{ id: SessionId }>`
    select id from sessions where project_id = ${projectId} order by created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.id;
}
