import { z } from "zod";
import { SessionId } from "./ids.ts";
import { jobParams } from "./params.ts";
import { Job } from "./resources.ts";
import { listQuery, pageOf, type Route } from "./route.ts";
import { JobKind, JobStatus } from "./statuses.ts";

/** The work under way. */
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
      /** false: without the jobs that only lay out or index what was written. */
      background: z.stringbool().default(true),
    }),
    response: pageOf(Job),
  },
  getJob: { method: "get", path: "/api/jobs/{jobId}", about: "One job.", params: jobParams, response: Job },
  retryJob: {
    method: "post",
    path: "/api/jobs/{jobId}/retry",
    about:
      "Makes a failed or cancelled job pending again, and its parents with it. A job that waits for a provider is tried now.",
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
    about: "Resumes a paused job where it was.",
    params: jobParams,
    response: Job,
  },
  cancelJob: {
    method: "post",
    path: "/api/jobs/{jobId}/cancel",
    about: "Cancels a job and everything below it.",
    params: jobParams,
    response: Job,
  },
} as const satisfies Record<string, Route>;
