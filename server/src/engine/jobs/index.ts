/**
 * Jobs are the durable engine. A job is one unit of work, stored as one row of the table `jobs`. It survives crashes,
 * can wait for other jobs, can be retried, paused or cancelled, and takes effect once.
 *
 * Words:
 * - lease: a worker leases a runnable job for a time, under a fence (a number that every lease of the job increases)
 * - attempt: one execution of a job by its handler, from lease to outcome
 * - chain: a job and its continuations; one unit of work for its parent and for the jobs that wait for it
 * - step: one wave of a parent's children
 * - prerequisite: a job that another job waits for
 * - slot: permission to call a model or provider with a concurrency limit
 * - rate: requests and tokens per minute; a model that is *held off* is not called until a given time
 *
 * Tables:
 * - jobs
 * - job_models: the models that jobs name
 * - worker_models: which of these models each worker can call
 * - concurrency_limits, concurrency_slots, rate_limits
 * - worker_pulse: when a worker last reached the database. After an outage no lease counts as lost until the living
 *   workers have had time to renew their leases.
 *
 * The rules are in `schema.sql`. Every change of status follows the transition table `job_may_move` and is an event.
 * `states.ts` is a copy of that table for tests.
 *
 * A handler (`defineJobKind`) gets `ctx` and its job and returns an outcome: done, waitForChildren, waitForJob (a
 * prerequisite), continue (a chunk is saved, more follows), pause (the job needs money or an approval) or snooze (a rate
 * limit is used up). It throws for failure: an `AppError` says whether and when to retry; any other error is retried. A
 * handler may run twice for one job. Therefore it
 * - puts effects into the outcome's `write(db)`, which commits together with the change of status, or not at all;
 * - adds `ifUnrecorded` to an outcome that cost something: if the outcome cannot be recorded, the job fails and does
 *   not pay again;
 * - makes all other writes through `ctx.tx` (fenced);
 * - calls `ctx.assertHeld()` right before a provider call;
 * - passes `ctx.signal` to everything slow, and throws when the signal aborts;
 * - calls `takeRate` in a short transaction before a model call, snoozes if that is refused, and calls `correctRate`
 *   afterwards;
 * - gives every other effect a key, so that repeating it changes nothing;
 * - reads the step from `job.currentStep` (null at first) and never counts steps in memory.
 *
 * A handler may block the main thread for minutes: with a database server, a separate thread renews the leases
 * (`heartbeat.ts`).
 *
 * Invariants:
 * - A job is processed only under its newest fence.
 * - Two children that end together wake their parent exactly once. A parent waits only while it has something to wait
 *   for.
 * - Locks are taken from the root of a tree downwards, children by id.
 */

export {
  cancelJob,
  enqueue,
  excludeModels,
  getJob,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  supersedeJob,
} from "./control-job.ts";
export type { JobFilter, JobRecord } from "./jobs.store.ts";
export {
  createJobKinds,
  defineJobKind,
  type HeldJob,
  type JobCtx,
  type JobKindDefinition,
  type JobKinds,
  type JobOutcome,
} from "./kinds.ts";
export { expireAllLeases, isUnreachable, repeatWhileUnreachable } from "./leases/leases.ts";
export { isOutage } from "./limits/backoff.ts";
export type { LimitKey } from "./limits/limits.store.ts";
export { setConcurrencyLimit } from "./limits/limits.ts";
export {
  correcting,
  correctRate,
  holdOff,
  type LearnedRate,
  learnRate,
  type RateReading,
  releaseProbe,
  reportFailure,
  reportingAnswer,
  setRateLimit,
  type TakeOutcome,
  takeRate,
} from "./limits/rates.ts";
export type { Json, NewJob, NextContinuation, OnChildFailure } from "./new-job.ts";
export { type JobWait, selectWaits as listProviderWaits, toProviderWait } from "./waits.store.ts";
export type { ModelJudge } from "./worker/callable-models.ts";
export { createWorker, type Worker } from "./worker/worker.ts";
export {
  type JobModel,
  type Judgement,
  listDifferingTerms,
  listWorkerTroubles,
  type WorkerTrouble,
} from "./worker/worker-models.store.ts";
export type { WorkerOptions } from "./worker/worker-settings.ts";
