import { z } from "zod";
import { JobId, ProjectId, SessionId } from "./ids.ts";
import { jobParams } from "./params.ts";
import { ProviderWait } from "./provider-waits.ts";
import { listQuery, pageOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

export const jobStatuses = [
  "pending",
  "processing",
  "retrying",
  "pending_continuation",
  "pending_next_step",
  "waiting_for_children",
  "waiting_for_prerequisite",
  "paused",
  "completed",
  "failed",
  "cancelled",
  "superseded",
] as const;
export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;

export const PauseReason = z.enum(["funds", "approval", "user"]);
export type PauseReason = z.infer<typeof PauseReason>;

export const JobKind = z.enum([
  "plan",
  "execute",
  "combine",
  "render",
  "index",
  "collect",
  "parse",
  "enrich",
  "summarize",
]);
export type JobKind = z.infer<typeof JobKind>;

export const JobError = z.object({
  code: z.string(),
  message: z.string(),
  at: Moment,
  attempt: z.int(),
  /** The number of consecutive failures with this code. `at` is the time of the first of them. */
  tries: z.int().optional(),
  /** The time of the latest of these failures. */
  lastAt: Moment.optional(),
});
export type JobError = z.infer<typeof JobError>;

export const Job = z.object({
  id: JobId,
  kind: JobKind,
  status: JobStatus,
  pauseReason: PauseReason.nullable(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  iteration: z.int().nullable(),
  model: z.string().nullable(),
  stepKey: z.string().nullable(),
  label: z.string().nullable(),
  parentId: JobId.nullable(),
  prerequisiteId: JobId.nullable(),
  attempt: z.int(),
  maxRetries: z.int(),
  /** The provider that the job waits for; null if it waits for none. */
  waitsFor: ProviderWait.nullable(),
  currentStep: z.int().nullable(),
  totalSteps: z.int().nullable(),
  runAt: Moment,
  error: JobError.nullable(),
  errors: z.array(JobError),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type Job = z.infer<typeof Job>;

export const jobsRoutes = {
  listJobs: {
    method: "get",
    path: "/api/jobs",
    about: "Jobs, newest first. A search looks at labels, kinds, models, stages and errors.",
    query: z.object({
      ...listQuery({ usual: 100, most: 500 }),
      session: SessionId.optional(),
      kind: JobKind.optional(),
      status: JobStatus.optional(),
      /** If false, leaves out background jobs: those that only write files or update the search index. */
      background: z.stringbool().default(true),
    }),
    response: pageOf(Job),
  },
  getJob: { method: "get", path: "/api/jobs/{jobId}", about: "One job.", params: jobParams, response: Job },
  retryJob: {
    method: "post",
    path: "/api/jobs/{jobId}/retry",
    about:
      "Retries a failed or cancelled job, together with its parents that ended. A job that waits for a provider is retried now.",
    params: jobParams,
    response: Job,
  },
  pauseJob: {
    method: "post",
    path: "/api/jobs/{jobId}/pause",
    about: "Pauses a job that is not running.",
    params: jobParams,
    response: Job,
  },
  resumeJob: {
    method: "post",
    path: "/api/jobs/{jobId}/resume",
    about: "Resumes a paused job where it stopped.",
    params: jobParams,
    response: Job,
  },
  cancelJob: {
    method: "post",
    path: "/api/jobs/{jobId}/cancel",
    about: "Cancels a job and all its descendants.",
    params: jobParams,
    response: Job,
  },
} as const satisfies Record<string, Route>;
