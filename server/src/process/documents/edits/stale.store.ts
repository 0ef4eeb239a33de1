import type { ContributionId, DocumentId, JobId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { combinedType } from "../contributions/combined-type.ts";

/** The relation of a whole document to its sources, and to the document that replaced it. */
export type Standing = {
  id: ContributionId;
  iteration: number;
  /** True if no later iteration has repeated the document's stage, so that later stages read this document. */
  in_use: boolean;
  document_id: DocumentId;
  /** The newest document for the same work order; null if that is this document. */
  replaced_by: DocumentId | null;
  /** The job that is regenerating the document now. */
  regenerating: JobId | null;
  /** The document whose change or outdated fact made this one stale; null if this one is current or was replaced. */
  because: DocumentId | null;
  because_title: string | null;
  how: "regenerated" | "edited" | "facts" | null;
  /**
   * True if none of the document's inputs is stale or being regenerated, so that regenerating the document now would
   * make it current.
   */
  sources_fresh: boolean;
};

/**
 * Every whole document of a session except combined texts. Staleness is not stored: a document is stale if one of its sources
 * was edited after the version it read, was regenerated, or is stale itself, or if a fact that its prompt stated is no longer
 * accepted. A combined text is never stale: its readers count as readers of its sources, which are combined again for them.
 */
export async function standings(db: Tx, sessionId: SessionId): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    with recursive whole as (
      select c.id, c.iteration, c.stage, c.created_at, d.id as document_id, d.title, d.version,
        c.output_type = ${combinedType} as is_combined,
        first_value(d.id) over same_work as newest
      from current_documents d
      join contributions c on c.id = d.contribution_id
      where d.session_id = ${sessionId} and d.kind = 'whole'
      window same_work as (
        partition by c.iteration, c.stage, c.work_key order by c.created_at desc, c.id desc
        rows between unbounded preceding and unbounded following)
    ), reads as (
      select s.contribution_id, s.source_id, s.source_version
      from contribution_sources s
      join whole on whole.id = s.contribution_id and not whole.is_combined
      union
      select reads.contribution_id, s.source_id, s.source_version
      from reads
      join whole on whole.id = reads.source_id and whole.is_combined
      join contribution_sources s on s.contribution_id = whole.id
    ), used as (
      select reads.contribution_id, reads.source_id,
        case when source.newest <> source.document_id and not source.is_combined then 'regenerated'
          when source.version > reads.source_version then 'edited' end as how
      from reads
      join whole source on source.id = reads.source_id
    ), unfounded as (
      select distinct whole.id
      from whole
      join contributions c on c.id = whole.id
      join jobs writer on writer.id = c.job_id
      join stage_runs run on run.session_id = c.session_id and run.iteration = c.iteration and run.stage = c.stage
      join known_facts fact on fact.project_id = c.project_id and fact.ended_at is not null
      cross join lateral (
        select coalesce((writer.payload ->> 'regeneratedAsOf')::timestamptz, run.started_at) as at) reading
      where not whole.is_combined and fact.accepted_at <= reading.at and fact.ended_at > reading.at
        and not exists (
          select from known_facts again
          where again.project_id = fact.project_id and again.number = fact.number and again.ended_at is null)
    ), stale as (
      select contribution_id as id, source_id as because, how, 0 as distance
      from used
      where how is not null
      union
      select id, id, 'facts', 0
      from unfounded
      union
      select used.contribution_id, stale.because, stale.how, stale.distance + 1
      from stale
      join used on used.source_id = stale.id
    ), cause as (
      select distinct on (stale.id) stale.id, origin.document_id, origin.title, stale.how
      from stale
      join whole origin on origin.id = stale.because
      order by stale.id, stale.distance desc, origin.created_at, origin.id
    ), rewriting as (
      select target_contribution as id, max(id::text)::uuid as job_id
      from jobs
      where session_id = ${sessionId} and target_contribution is not null and not job_is_over(status)
      group by target_contribution
    )
    select whole.id, whole.iteration, whole.document_id,
      not exists (
        select from stage_runs again
        where again.session_id = ${sessionId} and again.stage = whole.stage and again.iteration > whole.iteration
      ) as in_use,
      nullif(whole.newest, whole.document_id) as replaced_by,
      rewriting.job_id as regenerating,
      cause.document_id as because, cause.title as because_title, cause.how,
      not exists (
        select from used
        join whole source on source.id = used.source_id
        join whole newest on newest.document_id = source.newest
        where used.contribution_id = whole.id
          and (newest.id in (select id from stale) or newest.id in (select id from rewriting))
      ) as sources_fresh
    from whole
    left join cause on cause.id = whole.id and whole.newest = whole.document_id
    left join rewriting on rewriting.id = whole.id
    where not whole.is_combined
    order by whole.created_at, whole.id`.execute(db);
  return rows;
}
