import type { ContributionId, DocumentId, JobId, SessionId, StageRunId, StageRunStatus } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** A document and its work order. For an artifact, `root_id` and the work order are those of the whole document. */
export type Target = {
  root_id: ContributionId;
  title: string;
  job_id: JobId;
  session_id: SessionId;
  iteration: number;
  stage: string;
  step_key: string;
  work_key: string;
  model: string;
  output_type: string;
  lineage_id: ContributionId | null;
  run_id: StageRunId;
  run_status: StageRunStatus;
};

const target = sql`
  select c.id as root_id, d.title, c.job_id, c.session_id, c.iteration, c.stage, c.step_key, c.work_key, c.model, c.output_type, c.lineage_id,
    r.id as run_id, r.status as run_status
  from documents d
  join contributions c on c.id = d.contribution_id
  join stage_runs r on r.session_id = c.session_id and r.iteration = c.iteration and r.stage = c.stage`;

export async function findTarget(db: Tx, id: DocumentId): Promise<Target | undefined> {
  const { rows } = await sql<Target>`${target} where d.id = ${id}`.execute(db);
  return rows[0];
}

/** The job whose chain wrote a document. */
export async function jobOfContribution(db: Tx, id: string): Promise<JobId | undefined> {
  const { rows } = await sql<{ job_id: JobId }>`select job_id from contributions where id = ${id}`.execute(db);
  return rows[0]?.job_id;
}

/** The database's current time, to the microsecond. */
export async function momentOf(db: Tx): Promise<string> {
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(db);
  return rows[0]?.moment ?? "";
}

/** A session's unfinished jobs that regenerate documents: either a single document or all stale ones (`is_plan`). */
export async function regenerations(
  db: Tx,
  sessionId: SessionId,
): Promise<{ id: JobId; label: string | null; is_plan: boolean }[]> {
  const { rows } = await sql<{ id: JobId; label: string | null; is_plan: boolean }>`
    select id, label, kind = 'plan' as is_plan
    from jobs
    where session_id = ${sessionId} and not job_is_over(status)
      and (target_contribution is not null or (kind = 'plan' and payload ->> 'plan' = 'stale'))
    order by id`.execute(db);
  return rows;
}
