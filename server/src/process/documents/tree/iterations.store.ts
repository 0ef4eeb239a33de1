import type { ContributionId, DocumentId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { type NewFinding, readDetails } from "../findings.store.ts";

/** One iteration of a session, for the readme and the settings. */
export type IterationRow = {
  project_id: ProjectId;
  session_id: SessionId;
  short_id: string;
  iteration: number;
  /** True if the iteration's last stage was submitted. */
  is_complete: boolean;
  /** The stage that was submitted as the last one; null if the iteration is not complete. */
  last_stage: string | null;
  completed_at: Date | null;
  /** The session's current stage. */
  current_stage: string;
  models: string[];
  lead_model: string;
  process_name: string;
  process_version: number;
  calls: number;
  requests: number;
};

/** All iterations of a project, or those of one session. */
type Whose = { projectId: ProjectId } | { sessionId: SessionId };

/** The completed iterations in the order of completion, then those in progress. */
export async function iterationsOf(db: Tx, whose: Whose): Promise<IterationRow[]> {
  const { rows } = await sql<IterationRow>`
    select s.project_id, s.id as session_id, s.short_id, lap.iteration, ended.id is not null as is_complete,
      ended.stage as last_stage, ended.at as completed_at, s.current_stage, s.models,
      s.lead_model, p.name as process_name, p.version as process_version, written.calls, written.requests
    from sessions s
    join process_templates p on p.id = s.process_template_id
    cross join lateral generate_series(1, s.iteration) lap (iteration)
    left join lateral (
      select r.id, r.stage, coalesce(r.submitted_at, r.finished_at) as at
      from stage_runs r
      where r.session_id = s.id and r.iteration = lap.iteration and r.status = 'completed'
        and (r.iteration < s.iteration or 'iteration_complete' in (s.status, s.archived_from))
        and not exists (
          select from stage_transitions t
          where t.process_template_id = s.process_template_id and t.from_stage = r.stage)
      order by at desc
      limit 1
    ) ended on true
    cross join lateral (
      select count(distinct c.root_id)::int as calls, count(c.id)::int as requests
      from contributions c
      where c.session_id = s.id and c.iteration = lap.iteration
    ) written
    where ${"sessionId" in whose ? sql`s.id = ${whose.sessionId}` : sql`s.project_id = ${whose.projectId}`}
    order by ended.at nulls last, s.id, lap.iteration`.execute(db);
  return rows;
}

export type ReadableDocument = {
  session_id: SessionId;
  iteration: number;
  stage: string;
  document_id: DocumentId;
  contribution_id: ContributionId;
  kind: "whole" | "artifact";
  /** The artifact's key; null for a whole document. */
  artifact: string | null;
  title: string;
  model: string;
  n: number;
  path: string;
  /** The open findings of a whole document; empty for an artifact. */
  findings: NewFinding[];
};

/** The documents that the readme lists: all except intermediate and replaced ones. */
export async function readableDocuments(db: Tx, whose: Whose): Promise<ReadableDocument[]> {
  const { rows } = await sql<ReadableDocument>`
    select d.session_id, d.iteration, d.stage, d.id as document_id, d.contribution_id, d.kind, d.artifact, d.title, d.model, c.n, d.path,
      case d.kind when 'whole' then coalesce((
        select jsonb_agg(jsonb_build_object('code', f.code, 'artifact', f.artifact, 'details', f.details)
          order by f.created_at, f.code, f.artifact collate "C")
        from open_findings f
        where f.contribution_id = c.id), '[]') else '[]' end as findings
    from current_documents d
    join contributions c on c.id = d.contribution_id
    where ${"sessionId" in whose ? sql`d.session_id = ${whose.sessionId}` : sql`d.project_id = ${whose.projectId}`}
      and not d.intermediate
      and not exists (
        select from contributions newer
        join documents written on written.contribution_id = newer.id and written.kind = 'whole'
        where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
          and newer.work_key = c.work_key and (newer.created_at, newer.id) > (c.created_at, c.id)
      )
    order by d.path collate "C"`.execute(db);
  return rows.map((row) => ({ ...row, findings: row.findings.map(readDetails) }));
}
