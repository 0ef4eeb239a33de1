import type { ContributionId, JobId, JobKind, ProjectId, SessionId } from "@dialectic/contract";

/** What a payload may hold: ids and small settings, never documents, tokens or secrets. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * A job to be made. Its owner is the acting user; fields that are left out get the database's default.
 * A child inherits nothing from its parent but the pause: say what it is about.
 */
export type NewJob = {
  kind: JobKind;
  payload: { [key: string]: Json };
  id?: JobId;
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  iteration?: number | null;
  /** The model this work calls, as `provider/model`: its limits of concurrency hold the job back. */
  model?: string | null;
  stepKey?: string | null;
  outputType?: string | null;
  templateVersion?: number | null;
  targetContribution?: ContributionId | null;
  /** What a person calls this work. */
  label?: string | null;
  /** Which piece of a stage's expected work this belongs to. */
  workKey?: string | null;
  parentId?: JobId | null;
  /** Runs only when that job, with all its continuations, has completed. */
  prerequisiteId?: JobId | null;
  /** Two jobs of one owner with one key are one job, unless the first failed, was cancelled or superseded. */
  idempotencyKey?: string | null;
  /** Its failure never fails the parent, which only waits for its end. */
  optional?: boolean;
  maxRetries?: number;
  /** How long failures of a provider that is down are retried; children and continuations take it over. */
  retryWindowMs?: number | null;
  /** Larger runs first. */
  priority?: number;
  /** Not before; now when left out. */
  runAt?: Date;
};

/** What a continuation changes; everything else it takes over from the job it continues. */
export type NextContinuation = Partial<
  Pick<NewJob, "id" | "kind" | "payload" | "label" | "targetContribution" | "maxRetries">
>;

/** What becomes of a parent when a child of the step fails for good. */
export type OnChildFailure = "fail" | "continue" | { quorum: number };
