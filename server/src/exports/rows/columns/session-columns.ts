import {
  Continuations,
  JobError,
  JobKind,
  JobStatus,
  Overlay,
  Proposals,
  SessionStatus,
  StageRunStatus,
} from "@dialectic/contract";
import { z } from "zod";
import * as v from "./values.ts";

/** Rows of projects, sessions and jobs. Optional columns have a default in the database. */

export const projects = {
  id: v.ref("projects"),
  name: v.text(500).min(1),
  brief: v.textFile,
  brief_name: v.text(500).min(1),
  process: v.words,
  domain: v.words.optional(),
  overlay: v.json(Overlay).optional(),
};

const finishedSession = SessionStatus.exclude(["running", "paused"]);
const week = 7 * 86_400_000;
const retryWindow = v.count(week).nullish();

export const sessions = {
  id: v.ref("sessions"),
  project_id: v.ref("projects"),
  short_id: z.string().regex(/^[0-9a-f]{8}$/),
  /** The process, named by key, version and hash, because ids of templates differ between databases. */
  process_template_id: v.words,
  domain_id: v.words.nullish(),
  models: z
    .array(v.model)
    .min(1)
    .max(12)
    .refine((models) => new Set(models).size === models.length, "must not name a model twice"),
  lead_model: v.model,
  auto: z.boolean().optional(),
  max_output_tokens: v.number(1_000_000_000).nullish(),
  status: finishedSession,
  current_stage: v.stage,
  iteration: v.iteration.optional(),
  created_at: v.moment.optional(),
  /** An import stores it in `quote_in_export`, which is never shown. */
  quote: v.json(z.record(z.string(), z.unknown()).nullable()).optional(),
  lead_chosen: z.boolean().optional(),
  overlay: v.json(Overlay).optional(),
  continuations: Continuations.optional(),
  proposals: Proposals.optional(),
  archived_from: SessionStatus.extract(["ready", "awaiting_feedback", "failed", "iteration_complete"]).nullish(),
  accept_findings: z.boolean().optional(),
  retry_window_ms: retryWindow,
};

/** The expected work of a stage run, frozen when the run started. */
const PlannedWork = z.strictObject({
  key: v.words,
  label: v.words,
  model: v.model,
  intermediate: z.boolean(),
  stepKey: v.words.optional(),
  number: v.ordinal.optional(),
});
const ExcludedWork = z.strictObject({ key: v.words, label: v.words, model: v.model, why: v.sentences.nullable() });

export const stageRuns = {
  id: v.ref("stage_runs"),
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  stage: v.stage,
  status: StageRunStatus.exclude(["running", "paused"]),
  root_job_id: v.ref("jobs"),
  seed_prompt: v.textFile,
  expected: v.json(z.array(PlannedWork).max(10_000)),
  labels: v.json(z.record(v.words, v.model)).optional(),
  excluded: v.json(z.array(ExcludedWork).max(10_000)).optional(),
  submitted_at: v.moment.nullish(),
  started_at: v.moment.optional(),
  finished_at: v.moment.nullish(),
};

export const seedPrompts = {
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  stage: v.stage,
  version: v.ordinal,
  project_id: v.ref("projects"),
  text: v.textFile,
  built_at: v.moment.optional(),
};

const Failure = JobError.extend({ message: v.sentences, code: v.words, attempt: v.count(1_000_000) });
/** The statuses that a retry may restore: those of a job that waits, not of a running, paused or finished job. */
const resumable = JobStatus.exclude(["processing", "paused", "completed", "failed", "cancelled", "superseded"]);
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const jobs = {
  id: v.ref("jobs"),
  kind: JobKind.extract(["plan", "execute", "combine", "render"]),
  status: JobStatus.extract(["completed", "failed", "cancelled", "superseded"]),
  resumes_as: resumable.nullish(),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions").nullish(),
  stage: v.stage.nullish(),
  iteration: v.iteration.nullish(),
  model: v.model.nullish(),
  step_key: v.words.nullish(),
  output_type: v.words.nullish(),
  template_version: v.ordinal.nullish(),
  target_contribution: v.ref("contributions").nullish(),
  label: v.words.nullish(),
  work_key: v.text(2_500).nullish(),
  /** The job's handler validates the payload before the job runs. Instead of ids, a payload has row references. */
  payload: v
    .json(z.record(z.string(), z.unknown()))
    .refine((payload) => !hasForeignId(payload), "must not contain an id that is not a reference")
    .optional(),
  parent_id: v.ref("jobs").nullish(),
  depth: v.count(1_000).optional(),
  parent_step: v.count(10_000).nullish(),
  optional: z.boolean().optional(),
  current_step: v.number(10_000).nullish(),
  total_steps: v.number(10_000).nullish(),
  on_child_failure: z
    .string()
    .regex(/^(fail|continue|quorum\([1-9]\d{0,5}\))$/)
    .optional(),
  prerequisite_id: v.ref("jobs").nullish(),
  chain_id: v.ref("jobs"),
  continuation: v.count(10_000).optional(),
  continued_by: v.ref("jobs").nullish(),
  superseded_by: v.ref("jobs").nullish(),
  attempt: v.count(1_000_000).optional(),
  /** Limited, because each attempt of a paid call may cost money. */
  max_retries: v.count(10).optional(),
  run_at: v.dueMoment.optional(),
  /** Always 0, because a higher priority would put a retried job before other users' jobs. */
  priority: z.literal(0).optional(),
  results: v.json(z.unknown()).optional(),
  error: v.json(Failure.nullable()).optional(),
  errors: v.json(z.array(Failure).max(10_000)).optional(),
  ended_by: v.ref("jobs").nullish(),
  /** Contains row references instead of ids: a key with an id of this database could block a job of another project. */
  idempotency_key: v
    .text(2_500)
    .refine((key) => key.includes("{{") && !uuid.test(key), "must refer to rows of the export only")
    .nullish(),
  created_at: v.moment.optional(),
  started_at: v.moment.nullish(),
  finished_at: v.moment.nullish(),
  outage_since: v.moment.nullish(),
  outage_tries: v.count(1_000_000).optional(),
  runnable_since: v.moment.optional(),
  retry_window_ms: retryWindow,
};

/**
 * True if a value contains a text that consists of an id. An id inside a longer text, such as a model's name, refers to no
 * row.
 */
function hasForeignId(value: unknown): boolean {
  if (typeof value === "string") return value.length === 36 && uuid.test(value);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, one]) => hasForeignId(key) || hasForeignId(one));
}
