import type { ContributionId, DocumentId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { inForce } from "../in-force.store.ts";

export type QuestionWithAnswer = {
  number: number;
  iteration: number;
  stage: string;
  model: string;
  asked_by: string[];
  contribution_id: ContributionId;
  document_id: DocumentId | null;
  text: string;
  decides: string;
  otherwise: string;
  submitted: boolean;
  answer: string | null;
  answered_at: Date | null;
};

/**
 * The session's current questions, or only one of them, each with its newest answer. Answered questions stay in the list.
 */
export async function questionsOf(
  db: Tx,
  { sessionId, number = null }: { sessionId: SessionId; number?: number | null },
): Promise<QuestionWithAnswer[]> {
  const { rows } = await sql<QuestionWithAnswer>`
    with sources as (${inForce({ sessionId, asOf: null })})
    select q.number, c.iteration, c.stage, q.model, q.contribution_id,
      array(
        select asker.model
        from sources
        join document_checks k on k.document_id = sources.document_id and k.version = sources.version
        join contributions asker on asker.id = sources.contribution_id
        join sessions s on s.id = asker.session_id
        where q.number = any (k.questions)
        group by asker.model, array_position(s.models, asker.model)
        order by array_position(s.models, asker.model)) as asked_by,  d.id as document_id, q.text, q.decides, q.otherwise,
      coalesce(run.submitted_at is not null, false) as submitted, said.answer, said.answered_at
    from questions q
    join contributions c on c.id = q.contribution_id
    left join documents d on d.contribution_id = q.contribution_id and d.kind = 'whole'
    left join stage_runs run on run.session_id = q.session_id and run.iteration = c.iteration and run.stage = c.stage
    left join lateral (
      select answer, answered_at
      from question_answers a
      where a.session_id = q.session_id and a.number = q.number
      order by answered_at desc, id desc
      limit 1) said on true
    where q.session_id = ${sessionId} and (${number}::int is null or q.number = ${number}::int)
      and (said.answer is not null or exists (
        select from sources
        join document_checks k on k.document_id = sources.document_id and k.version = sources.version
        where q.number = any (k.questions)))
    order by q.number`.execute(db);
  return rows;
}

export async function insertAnswer(
  db: Tx,
  row: { id: string; session_id: SessionId; number: number; owner_id: UserId; answer: string },
): Promise<void> {
  await db.insertInto("question_answers").values(row).execute();
}
