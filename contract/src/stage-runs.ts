import { z } from "zod";
import { JobId, StageRunId } from "./ids.ts";
import { PauseReason } from "./jobs.ts";
import { ProviderWait } from "./provider-waits.ts";
import { Moment, Money } from "./values.ts";

export const StageRunStatus = z.enum(["running", "paused", "completed", "failed", "cancelled"]);
export type StageRunStatus = z.infer<typeof StageRunStatus>;

/**
 * One expected work order of a stage. The list is fixed when the stage starts; a work order is done when its document
 * is complete.
 */
export const ExpectedWork = z.object({
  key: z.string(),
  label: z.string(),
  model: z.string(),
  intermediate: z.boolean(),
  /** `excluded`: a person continued the stage without this work. */
  state: z.enum(["waiting", "running", "done", "paused", "failed", "cancelled", "excluded"]),
  /**
   * The reason the document is missing, in one sentence; null if the work is done, not started, paused, or waits for a
   * provider.
   */
  why: z.string().nullable(),
  /** Why the job, or the job that it waits for, is paused; null if neither is. */
  pauseReason: PauseReason.nullable(),
  /** The provider that the job waits for; null if it waits for none. */
  waitsFor: ProviderWait.nullable(),
  jobId: JobId.nullable(),
});
export type ExpectedWork = z.infer<typeof ExpectedWork>;

export const StageRun = z.object({
  id: StageRunId.nullable(),
  stage: z.string(),
  name: z.string(),
  about: z.string(),
  /** Null if this stage has not been started. */
  status: StageRunStatus.nullable(),
  /**
   * The iteration that ran the stage. It is an earlier one if the session's current iteration does not repeat the
   * stage.
   */
  iteration: z.int(),
  calls: z.int(),
  requests: z.int(),
  done: z.int(),
  expected: z.int(),
  /** How many combined texts have been written, and how many are known to be needed so far; null if nothing is combined. */
  combining: z.object({ done: z.int(), of: z.int() }).nullable(),
  work: z.array(ExpectedWork),
  /** The providers that the stage's work waits for, one entry per model. */
  waits: z.array(ProviderWait),
  /** The cost charged to the wallet in all iterations. */
  spent: Money,
  error: z.string().nullable(),
  /** The number of open findings of the stage's documents. */
  findings: z.int(),
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type StageRun = z.infer<typeof StageRun>;
