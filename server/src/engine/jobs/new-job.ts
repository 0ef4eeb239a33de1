import type { ContributionId, JobId, JobKind, ProjectId, SessionId } from "@dialectic/contract";

/** A value in a job's payload, which holds ids and small settings, never documents, tokens or secrets. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * A job to create. Its owner is the acting user; omitted fields get the database's default. A child inherits only the pause of its
 * parent, so set everything else.
 */
export type NewJob = {
  kind: JobKind;
  payload: { [key: string]: Json };
  id?: JobId;
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  iteration?: number | null;
  /** The model that this job calls, as `provider/model`: its concurrency limits apply. */
  model?: string | null;
  stepKey?: string | null;
  outputType?: string | null;
  templateVersion?: number | null;
  targetContribution?: ContributionId | null;
  /** The name of this work for people. */
  label?: string | null;
  /** The work order of the stage that this job belongs to. */
  workKey?: string | null;
  parentId?: JobId | null;
  /** The new job runs only after that job and all its continuations have completed. */
  prerequisiteId?: JobId | null;
  /**
   * Two jobs of one owner with the same key are one job, unless the first has failed or was cancelled or superseded.
   */
  idempotencyKey?: string | null;
  /** If true, the job's failure does not fail the parent. The parent only waits for the job to end. */
  optional?: boolean;
  maxRetries?: number;
  /** Outage failures of a provider are retried this long; children and continuations inherit it. */
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
