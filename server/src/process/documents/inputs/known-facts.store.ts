import type { DocumentId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { combinedType } from "../contributions/combined-type.ts";
import type { AsOf } from "./source-documents.store.ts";

export type KnownFact = { number: number; block: string; statement: string; said_by_user: boolean };

/** A fact as prompts and documents state it. The text of a fact about an item begins with the item's name. */
export const statementOf = sql`coalesce(k.about || ': ', '') || k.statement`;

/** The facts of a session's project that were accepted at the time `asOf`; if it is null, those accepted now. */
export async function factsKnownAt(
  db: Tx,
  { sessionId, asOf }: { sessionId: SessionId; asOf: AsOf },
): Promise<KnownFact[]> {
  const { rows } = await sql<KnownFact>`
    select k.number, k.block, ${statementOf} as statement, k.said_by_user
    from known_facts k
    where k.project_id = (select project_id from sessions where id = ${sessionId})
      and case when ${asOf}::timestamptz is null then k.ended_at is null
        else k.accepted_at <= ${asOf}::timestamptz and (k.ended_at is null or k.ended_at > ${asOf}::timestamptz) end
    order by k.block collate "C", k.number`.execute(db);
  return rows;
}

/**
 * The numbers of facts accepted before a given time. They are needed because a document in a prompt may cite a fact
 * that no longer holds.
 */
export async function factNumbersBefore(
  db: Tx,
  { sessionId, asOf }: { sessionId: SessionId; asOf: string },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct k.number
    from known_facts k
    where k.project_id = (select project_id from sessions where id = ${sessionId})
      and k.accepted_at <= ${asOf}::timestamptz`.execute(db);
  return rows.map(({ number }) => number);
}

export type StatingDocument = { documentId: DocumentId; sessionId: SessionId; stage: string; title: string };

/** The current documents whose prompts stated this fact. Returns none if the fact no longer holds: then they are stale already. */
export async function documentsStating(
  db: Tx,
  { projectId, number, limit }: { projectId: ProjectId; number: number; limit: number },
): Promise<StatingDocument[]> {
  const { rows } = await sql<StatingDocument>`
    select d.id as "documentId", d.session_id as "sessionId", d.stage, d.title
    from known_facts fact
    join contributions c on c.project_id = fact.project_id and c.output_type <> ${combinedType}
    join current_documents d on d.contribution_id = c.id and d.kind = 'whole'
    join jobs writer on writer.id = c.job_id
    join stage_runs run on run.session_id = c.session_id and run.iteration = c.iteration and run.stage = c.stage
    where fact.project_id = ${projectId} and fact.number = ${number} and fact.ended_at is null
      and fact.accepted_at <= coalesce((writer.payload ->> 'regeneratedAsOf')::timestamptz, run.started_at)
      and not exists (
        select from contributions newer
        where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
          and newer.work_key = c.work_key and newer.chunk = 0 and (newer.created_at, newer.id) > (c.created_at, c.id)
          and exists (select from documents where contribution_id = newer.id and kind = 'whole'))
    order by d.created_at, d.id
    limit ${limit}`.execute(db);
  return rows;
}
