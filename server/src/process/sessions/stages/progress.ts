import type { ExpectedWork, StageRunStatus } from "@dialectic/contract";
import { type JobWait, toProviderWait } from "#jobs";
import type { ExcludedWork } from "#projects";
import type { PlannedWork } from "#recipes";
import type { WorkRow } from "./progress.store.ts";

/**
 * Joins the expected work of a stage, frozen at its start, with its jobs. Done means that the document exists, so progress never
 * decreases.
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
    if (left) return { key, label, model, intermediate, state: "excluded", why: left.why, waitsFor: null, jobId: null };
    const row = byKey.get(key);
    const state = row ? stateOf(row) : stage === "cancelled" ? "cancelled" : "waiting";
    const waitsFor = (row && !row.written && waitOf.get(row.job_id)) || null;
    const why = waitsFor ? null : row ? reasonOf(row) : neverBegan(stage);
    return { key, label, model, intermediate, state, why, waitsFor, jobId: row?.job_id ?? null };
  });
}

/** Later steps have no job until the steps before them are done. */
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

const pauses = {
  funds: "Paused: the wallet or the budget does not cover it.",
  approval: "Paused before spending: it needs your approval.",
  user: "Paused by you.",
} as const;

function reasonOf(row: WorkRow): string | null {
  if (row.written) return null;
  switch (row.status) {
    case "retrying":
      return `Tries again at ${row.run_at.toISOString()}. ${row.error_message ?? ""}`.trim();
    case "paused":
      return pauses[row.pause_reason ?? "user"];
    case "failed":
      return row.error_message ?? "It failed.";
    case "cancelled":
      return "Cancelled.";
    case "waiting_for_prerequisite":
      return `Waits for: ${row.awaits ?? "another job"}. ${row.awaits_pause ? pauses[row.awaits_pause] : ""}`.trim();
    default:
      return null;
  }
}
