import type { JobId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** The unfinished work of a session's current stage, and why some of it is paused. */
export type StageWorkRow = {
  /** True if a worker is running one of the jobs or can lease one. */
  moves: boolean;
  /** The number of jobs that are running or can be leased. */
  moving: number;
  paused_by_user: number;
  user_since: Date | null;
  /** The number of jobs paused for approval, including those that are paused along with a job that needs it. */
  approvals: number;
  /** The total amount that needs approval. */
  approval_amount: bigint;
  approval_since: Date | null;
};

/** Render jobs are not included, because a stage ends before its files are written. */
export async function stageWorkOf(db: Tx, sessionId: SessionId): Promise<StageWorkRow | undefined> {
  const { rows } = await sql<StageWorkRow>`
    select
      coalesce(bool_or(job_is_runnable(j.status) or j.status = 'processing'), false) as moves,
      count(*) filter (where job_is_runnable(j.status) or j.status = 'processing')::int as moving,
      count(*) filter (where j.pause_reason = 'user')::int as paused_by_user,
      min(coalesce(j.paused_at, j.created_at)) filter (where j.pause_reason = 'user') as user_since,
      count(*) filter (where j.pause_reason = 'approval')::int as approvals,
      coalesce(sum(w.amount), 0)::bigint as approval_amount,
      min(coalesce(w.since, j.paused_at, j.created_at)) filter (where j.pause_reason = 'approval') as approval_since
    from sessions s
    join jobs j on j.session_id = s.id and j.stage = s.current_stage and j.iteration = s.iteration
    left join wallet_payment_waits w on w.owner_id = j.owner_id and w.job_id = j.id and w.reason = 'approval'
      and j.pause_reason = 'approval'
    where s.id = ${sessionId} and j.kind in ('plan', 'execute', 'combine')
      and (job_is_runnable(j.status) or j.status in ('processing', 'paused'))`.execute(db);
  return rows[0];
}

export type UnfundedRow = {
  jobs: number;
  amount: bigint;
  since: Date;
  limited_by: "wallet" | "budget";
  room: bigint;
  /** True if the money for one of the jobs has arrived. A worker then resumes that job at its next sweep. */
  resumes: boolean;
};

/** The total for the current stage's jobs that are paused for lack of funds; undefined if there are none. */
export async function unfundedOf(db: Tx, sessionId: SessionId): Promise<UnfundedRow | undefined> {
  const { rows } = await sql<UnfundedRow>`
    select count(*)::int as jobs, sum(u.need)::bigint as amount, min(u.since) as since, min(u.limited_by) as limited_by,
      min(u.room)::bigint as room, bool_or(u.need <= u.room) as resumes
    from sessions s
    join unfunded_jobs u on u.session_id = s.id and u.stage = s.current_stage and u.iteration = s.iteration
    where s.id = ${sessionId}
    having count(*) > 0`.execute(db);
  return rows[0];
}

export type CauseRow = { jobId: JobId; label: string | null; code: string; message: string };

/** The job whose error caused a failure. The errors of its parents only repeat it. */
export async function causeOf(db: Tx, jobId: string): Promise<CauseRow | undefined> {
  const { rows } = await sql<CauseRow>`
    select job_id as "jobId", label, code, message from root_cause(${jobId})`.execute(db);
  return rows[0];
}
