import type { JobId, ProviderWait, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type JobWait = ProviderWait & { jobId: JobId; stage: string | null; iteration: number | null };

type Row = Pick<JobWait, "jobId" | "stage" | "iteration" | "model" | "code" | "status" | "obstacle" | "tries"> & {
  since: Date;
  nextTryAt: Date | null;
  until: Date | null;
};

/**
 * Finds the jobs that wait for a provider, or for a worker that can call their model: among the given jobs, or among
 * the jobs of a session.
 */
export async function selectWaits(db: Tx, of: { jobs: readonly JobId[] } | { session: SessionId }): Promise<JobWait[]> {
  const which = "jobs" in of ? sql`job_id = any (${[...of.jobs]}::uuid[])` : sql`session_id = ${of.session}`;
  const { rows } = await sql<Row>`
    select job_id as "jobId", stage, iteration, model, code, status, obstacle, since, tries, next_try_at as "nextTryAt", until
    from provider_waits
    where ${which}
    order by until, job_id`.execute(db);
  return rows.map(({ since, nextTryAt, until, ...row }) => ({
    ...row,
    since: since.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  }));
}

/** Drops the fields that say which job waits; what remains says why and until when it waits. */
export function toProviderWait({ jobId, stage, iteration, ...wait }: JobWait): ProviderWait {
  return wait;
}
