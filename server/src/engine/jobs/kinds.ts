import type { JobId, JobKind, JobStatus, ProjectId, SessionId, UserId } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, type BeforeCommit, type Clock, type Log, type Tx, type UserDb } from "#platform";
import type { Json, NewJob, NextContinuation, OnChildFailure } from "./new-job.ts";

/**
 * A job that a worker holds, as the handler receives it. `fence` counts the job's leases: an older lease can no longer
 * write.
 */
export type HeldJob<Payload = unknown> = {
  id: JobId;
  ownerId: UserId;
  kind: JobKind;
  fence: bigint;
  payload: Payload;
  /** The job's status when it was leased: `pending`, `retrying`, `pending_continuation` or `pending_next_step`. */
  leasedAs: JobStatus;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  stage: string | null;
  iteration: number | null;
  model: string | null;
  stepKey: string | null;
  outputType: string | null;
  templateVersion: number | null;
  targetContribution: string | null;
  label: string | null;
  workKey: string | null;
  parentId: JobId | null;
  prerequisiteId: JobId | null;
  /** The first job of the chain: this job itself if it continues no other. */
  chainId: JobId;
  /** The job's position in the chain, from 0. */
  continuation: number;
  /** The step whose children have just ended; null before the first `waitForChildren`. */
  currentStep: number | null;
  /** The number of steps; null before the first `waitForChildren`. */
  totalSteps: number | null;
  /** The number of errors that have counted as attempts so far. */
  attempt: number;
  /** The number of retries that are allowed. */
  maxRetries: number;
  /** The number of consecutive outage failures of the provider; they count as attempts only if they may be billed. */
  outageTries: number;
  /** How long the job is retried during an outage of its provider; null if the worker's setting applies. */
  retryWindowMs: number | null;
};

/** The context that a handler gets besides its job. */
export type JobCtx = {
  /** The owner's view of the database, unfenced: for reading, and for writes that are safe to repeat (see `repeat`). */
  db: UserDb;
  /** A transaction that first locks the job by id, fence and lease, and throws `lease_lost` if the job is no longer held. */
  tx<T>(body: (db: Tx) => Promise<T>, options?: { beforeCommit?: BeforeCommit }): Promise<T>;
  /**
   * Repeats a write while the database does not answer. If the lease expired during the outage, renews it first. The
   * write must be safe to repeat, for example because it carries a key. Throws if another worker has the job.
   */
  repeat<T>(write: () => Promise<T>): Promise<T>;
  /** Aborts when the job is cancelled, its lease is lost, or the worker shuts down. Pass it to everything slow. */
  signal: AbortSignal;
  /** Throws `lease_lost` unless this worker still holds the job. Call it right before a provider call. */
  assertHeld(): Promise<void>;
  log: Log;
  clock: Clock;
};

type Write = (db: Tx) => Promise<void>;

/**
 * The outcome of an attempt of a job. `write` runs in the same fenced transaction as the change of status, so that
 * effects and status are one commit. `beforeCommit` holds the last statements of that transaction, which are sent with
 * the commit. Put statements there that lock rows for which other transactions wait. `ifUnrecorded` marks an outcome
 * that cost money. If recording it fails, only the recording is repeated, because running the handler again would cost
 * the same again. If the outcome still cannot be recorded, the job fails, and `ifUnrecorded` books the cost together
 * with the failure. A failure is thrown, not returned.
 */
export type JobOutcome =
  | { type: "done"; results?: Json; write?: Write; beforeCommit?: BeforeCommit; ifUnrecorded?: BeforeCommit }
  /** Children of step `step.current` (counted from 1); without children the job continues at once. */
  | {
      type: "waitForChildren";
      children: NewJob[];
      step: { current: number; total: number };
      onChildFailure?: OnChildFailure;
      write?: Write;
    }
  /**
   * Another job has to be done first. It becomes a child of this job, which then runs again at its current step. If a job with the
   * same key is already running elsewhere, this job waits for that one.
   */
  | { type: "waitForJob"; prerequisite: NewJob }
  /** The attempt is saved but the work is not finished: this job completes, and a continuation of its chain follows. */
  | {
      type: "continue";
      next?: NextContinuation;
      results?: Json;
      write?: Write;
      beforeCommit?: BeforeCommit;
      ifUnrecorded?: BeforeCommit;
    }
  /** The job and its runnable siblings are paused. Resuming returns each to its earlier status. */
  | { type: "pause"; reason: "funds" | "approval" }
  /**
   * The job cannot run now, because a rate limit is used up. It returns to its earlier status and becomes due after the
   * delay. No attempt is counted.
   */
  | { type: "snooze"; delayMs: number };

export type JobKindDefinition = {
  kind: JobKind;
  /** Checks the payload, then runs the handler. */
  start(ctx: JobCtx, job: HeldJob): Promise<JobOutcome>;
};

/** A kind of job: the shape of its payload and the handler that runs it. */
export function defineJobKind<Payload>(definition: {
  kind: JobKind;
  payload: z.ZodType<Payload>;
  run(ctx: JobCtx, job: HeldJob<Payload>): Promise<JobOutcome>;
}): JobKindDefinition {
  return {
    kind: definition.kind,
    async start(ctx, job) {
      const parsed = definition.payload.safeParse(job.payload);
      if (!parsed.success) {
        throw new AppError(
          "invalid_payload",
          `The payload of ${job.kind} job ${job.id} does not match the schema of its handler.`,
          {
            cause: parsed.error,
            details: parsed.error.issues,
          },
        );
      }
      return definition.run(ctx, { ...job, payload: parsed.data });
    },
  };
}

/** Finds the handler of a job by its kind. */
export type JobKinds = { names: JobKind[]; find(kind: JobKind): JobKindDefinition };

export function createJobKinds(definitions: JobKindDefinition[]): JobKinds {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  if (byKind.size < definitions.length)
    throw new AppError("internal", "Two handlers are registered for one kind of job.");
  return {
    names: [...byKind.keys()],
    find(kind) {
      const found = byKind.get(kind);
      if (!found) throw new AppError("unknown_job_kind", `No handler is registered for jobs of kind ${kind}.`);
      return found;
    },
  };
}
