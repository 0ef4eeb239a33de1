import type { JobId, JobStatus, PauseReason } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { SessionRow } from "#projects";

/** A chain of jobs, with its newest job and whether its document exists. */
export type WorkRow = {
  stage: string;
  work_key: string;
  job_id: JobId;
  status: JobStatus;
  pause_reason: PauseReason | null;
  error_message: string | null;
  /** The job whose end also ended this job, if any. */
  ended_by: JobId | null;
  run_at: Date;
  /** The label of the job for which this one waits, if any. */
  awaits: string | null;
  /** Why the job for which this one waits is paused, if it is. */
  awaits_pause: PauseReason | null;
  written: boolean;
};

export async function workOf(db: Tx, session: SessionRow): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select distinct on (j.stage, j.work_key)
      j.stage, j.work_key, j.id as job_id, j.status, j.pause_reason, j.error ->> 'message' as error_message, j.run_at,
      j.ended_by,
      awaited.label as awaits, awaited.pause_reason as awaits_pause,
      exists (
        select from contributions c
        join documents d on d.contribution_id = c.root_id and d.kind = 'whole'
        where c.session_id = j.session_id and c.iteration = j.iteration and c.stage = j.stage and c.work_key = j.work_key
      ) as written
    from jobs j
    left join jobs awaited on awaited.id = j.prerequisite_id and j.status = 'waiting_for_prerequisite'
    where j.session_id = ${session.id} and j.iteration = ${session.iteration} and j.work_key is not null
      and j.kind in ('plan', 'execute') and j.status <> 'superseded'
    order by j.stage, j.work_key, j.created_at desc, j.continuation desc`.execute(db);
  return rows;
}

/** The number of calls per stage. A document or a combined text counts as one call, however many continuations it has. */
export async function callsOf(
  db: Tx,
  session: SessionRow,
): Promise<{ stage: string; calls: number; requests: number }[]> {
  const { rows } = await sql<{ stage: string; calls: number; requests: number }>`
    select stage, count(distinct root_id)::int as calls, count(*)::int as requests
    from contributions
    where session_id = ${session.id} and iteration = ${session.iteration}
    group by stage`.execute(db);
  return rows;
}

/** The texts to combine for a stage. They are counted by work key, so that a retry is not counted again. */
export async function combiningOf(db: Tx, session: SessionRow): Promise<{ stage: string; done: number; of: number }[]> {
  const { rows } = await sql<{ stage: string; done: number; of: number }>`
    select j.stage, count(*)::int as of, count(*) filter (where exists (
      select from contributions c
      join documents d on d.contribution_id = c.id and d.kind = 'whole'
      where c.session_id = ${session.id} and c.iteration = ${session.iteration} and c.stage = j.stage
        and c.work_key = j.work and c.chunk = 0
    ))::int as done
    from (
      select distinct stage, payload -> 'order' ->> 'workKey' as work
      from jobs
      where session_id = ${session.id} and iteration = ${session.iteration} and kind = 'combine' and continuation = 0
    ) j
    where j.work is not null
    group by j.stage`.execute(db);
  return rows;
}
