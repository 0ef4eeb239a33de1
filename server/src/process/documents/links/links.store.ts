import type { ContributionId, DocumentId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { statementOf } from "../inputs/known-facts.store.ts";

/** Selects the documents of a project, or those of one session. */
export type Whose = { projectId: ProjectId } | { sessionId: SessionId };

/** A document that can cite and be cited. */
export type LinkableDocument = {
  id: DocumentId;
  session_id: SessionId;
  contribution_id: ContributionId;
  stage: string;
  kind: "whole" | "artifact";
  artifact: string | null;
  title: string;
  model: string;
  path: string;
  number: number | null;
  /** True if the document's model is the session's lead model. */
  leads: boolean;
  /**
   * True if a later document was written for the same work order. Both have the same number, and links with this number
   * lead to the later one.
   */
  replaced: boolean;
  /** The text of an artifact with requirements; null for every other document. */
  requirements: string | null;
  /** When a person last edited the document, or else when the facts in its prompt were read, in seconds since 1970. */
  read_at: number | null;
};

export async function linkableDocuments(db: Tx, whose: Whose): Promise<LinkableDocument[]> {
  const { rows } = await sql<LinkableDocument>`
    select d.id, d.session_id, d.contribution_id, d.stage, d.kind, d.artifact, d.title, d.model, d.path, c.number,
      c.model = s.lead_model as leads,
      exists (
        select from contributions newer
        join documents written on written.contribution_id = newer.id and written.kind = 'whole'
        where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
          and newer.work_key = c.work_key and (newer.created_at, newer.id) > (c.created_at, c.id)) as replaced,
      case when d.artifact in ('requirements', 'technical-requirements') then d.markdown end as requirements,
      extract(epoch from coalesce(
        (select max(v.edited_at) from document_versions v where v.document_id = d.id),
        (writer.payload ->> 'regeneratedAsOf')::timestamptz, run.started_at))::float8 as read_at
    from current_documents d
    join contributions c on c.id = d.contribution_id
    join sessions s on s.id = d.session_id
    join jobs writer on writer.id = c.job_id
    left join stage_runs run on run.session_id = c.session_id and run.iteration = c.iteration and run.stage = c.stage
    where ${"sessionId" in whose ? sql`d.session_id = ${whose.sessionId}` : sql`d.project_id = ${whose.projectId}`}
    order by d.path collate "C"`.execute(db);
  return rows;
}

/** A fact that documents can cite, and when it was first accepted, in seconds since 1970. */
export type CitableFact = { number: number; statement: string; accepted_at: number };

/**
 * Every fact that was ever accepted, because a document may cite a fact that no longer holds. A fact that was accepted several
 * times has several rows with the same number and text; it is returned once.
 */
export async function citableFacts(db: Tx, whose: Whose): Promise<CitableFact[]> {
  const { rows } = await sql<CitableFact>`
    select k.number, ${statementOf} as statement, min(extract(epoch from k.accepted_at))::float8 as accepted_at
    from known_facts k
    where k.project_id = ${
      "sessionId" in whose ? sql`(select project_id from sessions where id = ${whose.sessionId})` : whose.projectId
    }
    group by k.number, k.about, k.statement`.execute(db);
  return rows;
}

type StoredText = { path: string; markdown: string; version: number; project_id: ProjectId; session_id: SessionId };

/** The stored text of one document, its project and its session. */
export async function findText(db: Tx, id: DocumentId): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select path, markdown, version, project_id, session_id from current_documents where id = ${id}`.execute(db);
  return rows[0];
}
