import type { ExpectedWork, PauseReason, StageRunStatus } from "@dialectic/contract";
import { type JobWait, toProviderWait } from "#jobs";
import type { ExcludedWork } from "#projects";
import type { PlannedWork } from "#recipes";
import type { WorkRow } from "./progress.store.ts";

/**
 * Joins the expected work of a stage, which was fixed at its start, with the stage's jobs. Work is done when its document
 * exists, so progress never decreases.
 */
export function progressOf(
  expected: readonly PlannedWork[],
  rows: readonly WorkRow[],
  stage: StageRunStatus | null,
  { waits = [], excluded = [] }: { waits?: readonly JobWait[]; excluded?: readonly ExcludedWork[] } = {},
): ExpectedWork[] {
  const excludedBy = new Map(excluded.map((one) => [one.key, one]));
  const waitOf = new Map(waits.map((wait) => [wait.jobId, toProviderWait(wait)]));
  const byKey = new Map(rows.map((row) => [row.work_key, row]));
  return expected.map(({ key, label, model, intermediate }) => {
    const left = excludedBy.get(key);
    const work = { key, label, model, intermediate };
    if (left) return { ...work, state: "excluded", why: left.why, pauseReason: null, waitsFor: null, jobId: null };
    const row = byKey.get(key);
    const state = row ? stateOf(row) : stage === "cancelled" ? "cancelled" : "waiting";
    const waitsFor = (row && !row.written && waitOf.get(row.job_id)) || null;
    const why = waitsFor ? null : row ? reasonOf(row) : neverBegan(stage);
    const pauseReason = row ? pauseReasonOf(row) : null;
    return { ...work, state, why, pauseReason, waitsFor, jobId: row?.job_id ?? null };
  });
}

/** Why work has no job yet. Later steps have none until the steps before them are done. */
function neverBegan(stage: StageRunStatus | null): string | null {
  if (stage === "cancelled") return "The stage was cancelled before this started.";
  return stage === "failed" ? "The stage failed before this started." : null;
}

function stateOf(row: WorkRow): ExpectedWork["state"] {
  if (row.written) return "done";
  switch (row.status) {
    case "processing":
    case "pending_continuation":
      return "running";
    case "paused":
      return "paused";
    case "failed":
      return "failed";
    case "cancelled":
      return "cancelled";
    default:
      return "waiting";
  }
}

function pauseReasonOf(row: WorkRow): PauseReason | null {
  if (row.written) return null;
  return row.status === "paused" ? (row.pause_reason ?? "user") : row.awaits_pause;
}

function reasonOf(row: WorkRow): string | null {
  if (row.written) return null;
  switch (row.status) {
    case "retrying":
      return `Next attempt at ${row.run_at.toISOString()}. ${row.error_message ?? ""}`.trim();
    case "failed":
      return row.error_message ?? "It failed.";
    case "cancelled":
      return "Cancelled.";
    case "waiting_for_prerequisite":
      return `Waits for: ${row.awaits ?? "another job"}.`;
    default:
      return null;
  }
}
