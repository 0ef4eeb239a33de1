import type { JobId, JobStatus } from "@dialectic/contract";
import { type CompiledQuery, sql } from "kysely";
import { type AppError, singleRow, type Tx } from "#platform";
import { json, toColumns, toPolicy } from "../jobs.store.ts";
import type { JobOutcome } from "../kinds.ts";
import type { Json, NewJob } from "../new-job.ts";
import { type Lease, toLeases } from "./leases.store.ts";

type Wait = Extract<JobOutcome, { type: "waitForChildren" }>;
type Continue = Extract<JobOutcome, { type: "continue" }>;

/** Completes several jobs in one statement; returns those that were still held. */
export async function completeJobs(db: Tx, attempts: (Lease & { results: Json })[]): Promise<JobId[]> {
  const given = attempts.map(({ id, fence, results }) => ({ id, fence: fence.toString(), results }));
  const { rows } = await sql<{ id: JobId }>`select id from complete_jobs(${json(given)}) as id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Completes one job whose effects are in this transaction. If the job is no longer held, throws, which rolls the effects
 * back.
 */
export const completion = (db: Tx, { id, fence }: Lease, results: Json): CompiledQuery =>
  sql`select complete_job(${id}, ${fence}, ${json(results)})`.compile(db);

export async function waitForChildren(db: Tx, lease: Lease, wait: Wait): Promise<JobStatus> {
  const children = json(wait.children.map(toColumns));
  const policy = toPolicy(wait.onChildFailure ?? "fail");
  const { rows } = await sql<{ status: JobStatus }>`
    select wait_for_children(${lease.id}, ${lease.fence}, ${children}, ${wait.step.current}, ${wait.step.total}, ${policy}) as status`.execute(
    db,
  );
  return singleRow(rows).status;
}

/** Waits for another job: a new child, or the existing job with the same key. */
export const waitForPrerequisite = (db: Tx, lease: Lease, prerequisite: NewJob) =>
  sql`select wait_for_prerequisite(${lease.id}, ${lease.fence}, ${json(toColumns(prerequisite))})`.execute(db);

export function continuation(db: Tx, lease: Lease, outcome: Continue): CompiledQuery<{ id: JobId }> {
  const next = json(toColumns(outcome.next ?? {}));
  return sql<{ id: JobId }>`
    select continue_job(${lease.id}, ${lease.fence}, ${next}, ${json(outcome.results ?? null)}) as id`.compile(db);
}

export type Failure = {
  error: AppError;
  delayMs: number;
  /**
   * For an outage of the provider: how long the job is retried, and the message when the retries end; null if the error is
   * not an outage.
   */
  outage?: { windowMs: number; isBilled: boolean; finalMessage: string } | null;
};

export async function failJob(db: Tx, lease: Lease, { error, delayMs, outage }: Failure): Promise<JobStatus> {
  const { code, message, retry } = error;
  const { rows } = await sql<{ status: JobStatus }>`
    select fail_job(${lease.id}, ${lease.fence}, ${code}, ${message}, ${retry}, ${delayMs},
      ${outage?.windowMs ?? null}, ${outage?.isBilled ?? false}, ${outage?.finalMessage ?? null}) as status`.execute(
    db,
  );
  return singleRow(rows).status;
}

export const pauseAttempt = (db: Tx, lease: Lease, reason: "funds" | "approval") =>
  sql`select pause_attempt(${lease.id}, ${lease.fence}, ${reason})`.execute(db);

export const snoozeJob = (db: Tx, lease: Lease, delayMs: number) =>
  sql`select snooze_job(${lease.id}, ${lease.fence}, ${Math.ceil(delayMs)})`.execute(db);

/**
 * Hands jobs back unfinished, which counts neither as an attempt nor as a worker's death. A job with a pending cancel
 * or pause request is cancelled or paused instead.
 */
export const handBack = (db: Tx, leases: Lease[]) => sql`select hand_back(${toLeases(leases)})`.execute(db);
