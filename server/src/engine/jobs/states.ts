import type { JobStatus } from "@dialectic/contract";

const rests: JobStatus[] = [
  "pending",
  "retrying",
  "pending_continuation",
  "pending_next_step",
  "waiting_for_children",
  "waiting_for_prerequisite",
];
const fromRunnable: JobStatus[] = ["processing", "paused", "cancelled", "superseded"];
const fromEnded: JobStatus[] = ["pending", "waiting_for_children", "waiting_for_prerequisite", "superseded"];

/**
 * The statuses that a job may move to from each status: a copy for readers and tests. `job_may_move` in the database
 * (`schema.sql`) decides and refuses every other transition; a test compares the two for all pairs.
 */
const transitions: Record<JobStatus, readonly JobStatus[]> = {
  pending: fromRunnable,
  retrying: fromRunnable,
  pending_continuation: fromRunnable,
  pending_next_step: fromRunnable,
  processing: [...rests, "paused", "completed", "failed", "cancelled"],
  waiting_for_children: ["pending_next_step", "paused", "completed", "failed", "cancelled", "superseded"],
  waiting_for_prerequisite: ["pending", "paused", "failed", "cancelled", "superseded"],
  paused: [...rests, "failed", "cancelled", "superseded"],
  completed: ["superseded"],
  failed: fromEnded,
  cancelled: fromEnded,
  superseded: [],
};

export const mayMove = (from: JobStatus, to: JobStatus): boolean => transitions[from].includes(to);

const over: readonly JobStatus[] = ["completed", "failed", "cancelled", "superseded"];
export const isOver = (status: JobStatus): boolean => over.includes(status);
