import { z } from "zod";

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

export const JobKind = z.enum(["plan", "execute", "combine", "render", "index"]);
export type JobKind = z.infer<typeof JobKind>;

export const SessionStatus = z.enum([
  "ready",
  "running",
  "awaiting_feedback",
  "paused",
  "failed",
  "iteration_complete",
  "archived",
]);
export type SessionStatus = z.infer<typeof SessionStatus>;

export const StageRunStatus = z.enum(["running", "paused", "completed", "failed", "cancelled"]);
export type StageRunStatus = z.infer<typeof StageRunStatus>;
