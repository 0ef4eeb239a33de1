import type { JobId, JobStatus } from "@dialectic/contract";
import { type CompiledQuery, sql } from "kysely";
import { type AppError, singleRow, type Tx } from "#platform";
import { type Claim, toClaims } from "./claims.store.ts";
import { json, toColumns, toPolicy } from "./jobs.store.ts";
import type { JobOutcome } from "./kinds.ts";
import type { Json, NewJob } from "./new-job.ts";

type Wait = Extract<JobOutcome, { type: "wait" }>;
type Continue = Extract<JobOutcome, { type: "continue" }>;

/** Completes several at once; returns those that were still held. */
export async function completeJobs(db: Tx, turns: (Claim & { results: Json })[]): Promise<JobId[]> {
  const given = turns.map(({ id, fence, results }) => ({ id, fence: fence.toString(), results }));
  const { rows } = await sql<{ id: JobId }>`select id from complete_jobs(${json(given)}) as id`.execute(db);
  return rows.map((row) => row.id);
}

/** Completes one with effects in this transaction; fails if it is held no more, so that they do not stay. */
export const completion = (db: Tx, { id, fence }: Claim, results: Json): CompiledQuery =>
  sql`select complete_job(${id}, ${fence}, ${json(results)})`.compile(db);

export async function waitForChildren(db: Tx, claim: Claim, wait: Wait): Promise<JobStatus> {
  const children = json(wait.children.map(toColumns));
  const policy = toPolicy(wait.onChildFailure ?? "fail");
  const { rows } = await sql<{ status: JobStatus }>`
    select wait_for_children(${claim.id}, ${claim.fence}, ${children}, ${wait.step.current}, ${wait.step.total}, ${policy}) as status`.execute(
    db,
  );
  return singleRow(rows).status;
}

/** Waits for what has to be done first, made now as its child, or found under its key. */
export const waitForPrerequisite = (db: Tx, claim: Claim, prerequisite: NewJob) =>
  sql`select wait_for_prerequisite(${claim.id}, ${claim.fence}, ${json(toColumns(prerequisite))})`.execute(db);

export function continuation(db: Tx, claim: Claim, outcome: Continue): CompiledQuery<{ id: JobId }> {
  const next = json(toColumns(outcome.next ?? {}));
  return sql<{ id: JobId }>`
    select continue_job(${claim.id}, ${claim.fence}, ${next}, ${json(outcome.results ?? null)}) as id`.compile(db);
}

export type Failure = {
  error: AppError;
  delayMs: number;
  /** Null: the error is not a provider's that is down. Else for how long its tries go on, and what to say when they end. */
  outage?: { windowMs: number; isBilled: boolean; finalMessage: string } | null;
};

export async function failJob(db: Tx, claim: Claim, { error, delayMs, outage }: Failure): Promise<JobStatus> {
  const { code, message, retry } = error;
  const { rows } = await sql<{ status: JobStatus }>`
    select fail_job(${claim.id}, ${claim.fence}, ${code}, ${message}, ${retry}, ${delayMs},
      ${outage?.windowMs ?? null}, ${outage?.isBilled ?? false}, ${outage?.finalMessage ?? null}) as status`.execute(
    db,
  );
  return singleRow(rows).status;
}

export const pauseTurn = (db: Tx, claim: Claim, reason: "funds" | "approval") =>
  sql`select pause_turn(${claim.id}, ${claim.fence}, ${reason})`.execute(db);

export const laterJob = (db: Tx, claim: Claim, delayMs: number) =>
  sql`select later_job(${claim.id}, ${claim.fence}, ${Math.ceil(delayMs)})`.execute(db);

/** Gives jobs back unfinished: neither a try nor a death. One that was to be cancelled or paused meanwhile becomes so. */
export const handBack = (db: Tx, claims: Claim[]) => sql`select hand_back(${toClaims(claims)})`.execute(db);
