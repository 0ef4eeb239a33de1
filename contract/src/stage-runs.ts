import { z } from "zod";
import { JobId, StageRunId } from "./ids.ts";
import { PauseReason } from "./jobs.ts";
import { ProviderWait } from "./provider-waits.ts";
import { Moment, Money } from "./values.ts";

export const StageRunStatus = z.enum(["running", "paused", "completed", "failed", "cancelled"]);
export type StageRunStatus = z.infer<typeof StageRunStatus>;

/** One piece of expected work of a stage: frozen when the stage starts, done when its document is. */
export const ExpectedWork = z.object({
  key: z.string(),
  label: z.string(),
  model: z.string(),
  intermediate: z.boolean(),
  /** `excluded`: a person had the stage continue without it. */
  state: z.enum(["waiting", "running", "done", "paused", "failed", "cancelled", "excluded"]),
  /** Why it is missing, in one sentence; null when it is done, not started, paused, or waits for a provider. */
  why: z.string().nullable(),
  /** Why it is paused, or the job it waits for is. */
  pauseReason: PauseReason.nullable(),
  /** The provider it waits for; null: for none. */
  waitsFor: ProviderWait.nullable(),
  jobId: JobId.nullable(),
});
export type ExpectedWork = z.infer<typeof ExpectedWork>;

export const StageRun = z.object({
  id: StageRunId.nullable(),
  stage: z.string(),
  name: z.string(),
  about: z.string(),
  /** null: this stage has not been started. */
  status: StageRunStatus.nullable(),
  /** The one this tells of: a stage that the session's iteration does not repeat stands as an earlier one left it. */
  iteration: z.int(),
  calls: z.int(),
  requests: z.int(),
  done: z.int(),
  expected: z.int(),
  /** How many combined texts are written, and how many are known to be needed so far; null where nothing is combined. */
  combining: z.object({ done: z.int(), of: z.int() }).nullable(),
  work: z.array(ExpectedWork),
  /** The providers its work waits for, one entry for each model. */
  waits: z.array(ProviderWait),
  /** What its calls have cost the wallet, in every iteration. */
  spent: Money,
  error: z.string().nullable(),
  /** How many findings of its documents are open. */
  findings: z.int(),
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type StageRun = z.infer<typeof StageRun>;
