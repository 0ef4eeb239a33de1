import { type ParseRun, ParseRunId, ParseStats, type ParseRun as Run } from "@dialectic/contract";
import { AppError, newId } from "#platform";
import { applyOperations } from "../facts/apply-operations.ts";
import type { LedgerChange } from "../facts/open-change.ts";
import { readOperations } from "../operations/read-operations.ts";
import type { BundleRow } from "../turns/bundles.store.ts";
import * as store from "./runs.store.ts";

/** At most so much of an answer is kept; none that a model may give is longer. */
const maxRaw = 1_000_000;

/** Reads operations out of what an extractor answered, applies them, and keeps both with the run. */
export async function recordReading(
  change: LedgerChange,
  input: { bundle: BundleRow; runId: ParseRunId; output: unknown; raw: string; status?: "succeeded" },
): Promise<ParseStats> {
  const { bundle, runId, output, raw, status } = input;
  const read = readOperations(output);
  if (!read.ok) {
    throw new AppError("invalid_answer", "The extractor's answer holds no list of operations.", {
      details: { bundleId: bundle.id },
    });
  }
  const stats = await applyOperations(change, { bundle, runId, operations: read.operations });
  const kept = raw.slice(0, maxRaw).replaceAll("\0", "\uFFFD").toWellFormed();
  await store.saveReading(change.db, { id: runId, raw: kept, stats, ...(status ? { status } : {}) });
  return stats;
}

/** A run that needs no job: its operations are here already. */
export async function insertImmediateRun(
  change: LedgerChange,
  input: { bundle: BundleRow; source: "posted" | "bound"; forced: boolean },
): Promise<ParseRunId> {
  const id = newId<ParseRunId>();
  const { bundle, source, forced } = input;
  await store.insertRun(change.db, {
    id,
    owner_id: change.ledger.owner_id,
    project_id: bundle.project_id,
    bundle_id: bundle.id,
    status: "running",
    forced,
    source,
    model: null,
    job_id: null,
  });
  return id;
}

/** Refuses to read a bundle once more, unless a person insists. */
export async function assertUnread(change: LedgerChange, bundle: BundleRow, forced: boolean): Promise<void> {
  if (forced) return;
  const runs = await store.runsOf(change.db, bundle.id);
  const read = runs.find(({ status, source }) => status === "succeeded" && source !== "bound");
  if (!read) return;
  throw new AppError(
    "conflict",
    `Bundle ${bundle.id} was read already, by run ${read.id}. Force it to read it again.`,
    {
      details: { bundleId: bundle.id, runId: read.id },
    },
  );
}

export function toRun(row: store.RunRow): ParseRun {
  return {
    id: row.id,
    bundleId: row.bundle_id,
    status: row.status as Run["status"], // checked by the table, as `source` is
    forced: row.forced,
    source: row.source as Run["source"],
    model: row.model,
    jobId: row.job_id,
    stats: ParseStats.nullable().parse(row.stats),
    error: row.error,
    spend: String(row.spend),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export const requireRun = async (change: Pick<LedgerChange, "db">, id: ParseRunId): Promise<store.RunRow> => {
  const run = await store.findRun(change.db, ParseRunId.parse(id));
  if (!run) throw new AppError("not_found", `There is no parse run ${id}.`);
  return run;
};
