/**
 * Jobs: the durable engine. A job is one row of the table `jobs`: one piece of work that survives crashes,
 * waits for others, is retried, paused, cancelled, and is done once by effect.
 *
 * Words. *Lease*: a worker takes a runnable job under a lease and a new fence (a number that only grows).
 * *Attempt*: what a handler does between lease and outcome. *Chain*: a job and its continuations, one after the
 * other; it is one piece of work for its parent and for those who wait for it. *Step*: one wave of a parent's
 * children. *Prerequisite*: a job another one waits for. *Slot*: leave to call a limited model or provider.
 * *Rate*: how many requests and tokens a minute a model or provider allows. *Held off*: not to be asked until then.
 *
 * Tables: `jobs`, `job_models` (the models that jobs name), `worker_models` (which of them each worker can call), `concurrency_limits`, `concurrency_slots`, `rate_limits`, `worker_pulse` (when a worker last reached the
 * database: after an outage no lease counts as lost until living workers could renew theirs). The rules are SQL (`schema.sql`
 * beside this): every change of status goes through the one transition table, `job_may_move` there, and is an event.
 * `states.ts` is a copy of that table which a test holds to it; no code decides by it.
 *
 * A handler (`defineJobKind`) gets `ctx` and its job, and returns an outcome: done, wait (children), await
 * (a prerequisite), continue (chunk saved, more to come), pause (no money, approval needed), later (no rate now). It throws for failure: an
 * `AppError` says whether to retry and after how long; anything else is retried. It may run twice for one job, so:
 * - put effects into the outcome's `write(db)`: it commits together with the change of status, or not at all;
 * - in between, write through `ctx.tx` (fenced) only; call `ctx.assertHeld()` right before a provider call;
 * - pass `ctx.signal` to everything slow and throw when it aborts: cancelled, handed back or lost, as it may be;
 * - before a call, `takeRate` in a short transaction, `later` if it says so; `correctRate` with what was really used;
 * - key everything else; read the step from `job.currentStep` (null at first), never from memory.
 *
 * A handler may block the main thread for minutes: on a server a thread of its own renews the leases (`heartbeat.ts`).
 *
 * Always true: a job is processed under its newest fence only; two children ending together wake their parent
 * exactly once; no parent waits for nothing; locks are taken from the root of a tree downwards, children by id.
 */

export { isOutage } from "./backoff.ts";
export type { ModelJudge } from "./callable-models.ts";
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
export { expireAllLeases } from "./leases.ts";
export type { LimitKey } from "./limits.store.ts";
export { setConcurrencyLimit } from "./limits.ts";
export type { Json, NewJob, NextContinuation, OnChildFailure } from "./new-job.ts";
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
} from "./rates.ts";
export { type JobWait, selectWaits as listProviderWaits, toProviderWait } from "./waits.store.ts";
export { createWorker, type Worker } from "./worker.ts";
export {
  type JobModel,
  type Judgement,
  listDifferingTerms,
  listWorkerTroubles,
  type WorkerTrouble,
} from "./worker-models.store.ts";
export type { WorkerOptions } from "./worker-settings.ts";
