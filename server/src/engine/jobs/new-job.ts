import type { ContributionId, JobId, JobKind, ProjectId, SessionId } from "@dialectic/contract";

/** A value in a job's payload, which holds ids and small settings, never documents, tokens or secrets. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * A job to create. Its owner is the acting user; omitted fields get the database's default. A child inherits only the pause
 * and the retry window of its parent, so set everything else.
 */
export type NewJob = {
  kind: JobKind;
  payload: { [key: string]: Json };
  id?: JobId;
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  iteration?: number | null;
  /** The model that this job calls, as `provider/model`: its concurrency and rate limits apply. */
  model?: string | null;
  stepKey?: string | null;
  outputType?: string | null;
  templateVersion?: number | null;
  targetContribution?: ContributionId | null;
  /** The name under which people see this work. */
  label?: string | null;
  /** The key of the work order that this job belongs to. */
  workKey?: string | null;
  parentId?: JobId | null;
  /** The new job runs only after this prerequisite and all its continuations have completed. */
  prerequisiteId?: JobId | null;
  /**
   * A key that only one job of an owner can have at a time: creating another job with it returns the existing one, unless
   * that one has failed or was cancelled or superseded.
   */
  idempotencyKey?: string | null;
  /** If true, the job's failure does not fail the parent. The parent only waits for the job to end. */
  optional?: boolean;
  maxRetries?: number;
  /** How long the job is retried during an outage of its provider; children and continuations inherit this. */
  retryWindowMs?: number | null;
  /** Jobs with a higher priority run first. */
  priority?: number;
  /** The earliest time to run; now if omitted. */
  runAt?: Date;
};

/** Fields that a continuation changes; it inherits everything else from the job it continues. */
export type NextContinuation = Partial<
  Pick<NewJob, "id" | "kind" | "payload" | "label" | "targetContribution" | "maxRetries">
>;

/** The effect on a parent when a child of the step fails permanently. */
export type OnChildFailure = "fail" | "continue" | { quorum: number };
