import type { JobId } from "@dialectic/contract";
import { AppError, type Page, readCursor, readPage, type Tx } from "#platform";
import type { JobFilter, JobRecord } from "./jobs.store.ts";
import * as store from "./jobs.store.ts";
import type { NewJob } from "./new-job.ts";

/** Creates a job of the acting user, or returns the existing one with the same idempotency key. */
export async function enqueue(db: Tx, { retryWindowMs, ...job }: NewJob): Promise<JobId> {
  const id = await store.insertJob(db, job);
  if (retryWindowMs != null) await store.setRetryWindow(db, id, retryWindowMs);
  return id;
}

export async function getJob(db: Tx, jobId: JobId): Promise<JobRecord> {
  const job = await store.selectJob(db, jobId);
  if (!job) throw new AppError("not_found", `There is no job ${jobId}.`);
  return job;
}

/** One page of the acting user's jobs, newest first. */
export function listJobs(
  db: Tx,
  { limit, after, ...given }: Omit<JobFilter, "after"> & { after?: string | undefined; limit: number },
): Promise<Page<JobRecord>> {
  const filter = { ...given, after: readCursor(after) };
  return readPage({
    limit,
    rows: (most) => store.selectJobs(db, { ...filter, limit: most }),
    lastExamined: store.isFiltered(filter) ? () => store.lastExaminedJob(db, filter) : undefined,
  });
}

/** A job and all its descendants, parents before children. */
export const listFamily = (db: Tx, rootId: JobId): Promise<JobRecord[]> => store.selectFamily(db, rootId);

/*
 * Operations of a user on jobs. Each acts on the newest job of the given job's chain and on all of that job's descendants.
 * It is refused with `forbidden_transition` if there is nothing it could change.
 */

/** Cancels: running jobs are asked to stop; all others end immediately. Saved work stays. */
export async function cancelJob(db: Tx, jobId: JobId): Promise<JobRecord> {
  await store.cancel(db, jobId);
  return getJob(db, jobId);
}

/** Pauses: running jobs finish their attempt; all others are paused where they are. */
export async function pauseJob(db: Tx, jobId: JobId): Promise<JobRecord> {
  await store.pause(db, jobId);
  return getJob(db, jobId);
}

export async function resumeJob(db: Tx, jobId: JobId): Promise<JobRecord> {
  await store.resume(db, jobId);
  return getJob(db, jobId);
}

/**
 * Restarts a failed or cancelled job, together with its ended ancestors and everything below it that failed or was
 * cancelled. If the job has not ended, jobs of its tree that wait for a provider or for their next attempt become due now.
 */
export async function retryJob(db: Tx, jobId: JobId): Promise<JobRecord> {
  await store.retry(db, jobId);
  return getJob(db, jobId);
}

/**
 * Lets a failed tree continue without the failed and cancelled jobs of these models. Returns false if the tree has not
 * failed.
 */
export const excludeModels = (db: Tx, input: { rootId: string; models: readonly string[] }): Promise<boolean> =>
  store.excludeModels(db, input);

/** Replaces the job's work: the old chain is superseded, and jobs that were waiting for it wait for the new one. */
export async function supersedeJob(
  db: Tx,
  { jobId, successor: { retryWindowMs, ...successor } }: { jobId: JobId; successor: NewJob },
): Promise<JobId> {
  const id = await store.supersede(db, { jobId, successor });
  if (retryWindowMs != null) await store.setRetryWindow(db, id, retryWindowMs);
  return id;
}
