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
 * From each status, where a job may go: a copy, to be read and for tests to reckon with. What decides is `job_may_move` in
 * the database (`schema.sql`), which refuses every other transition; a test compares the two, pair by pair.
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
