import { type BundleId, type ParseRun, ParseRunId, ParseStats, type ParseRun as Run } from "@dialectic/contract";
import { AppError, newId, type Tx } from "#platform";
import { applyOperations } from "../facts/apply-operations.ts";
import type { LedgerChange } from "../facts/open-change.ts";
import { type ReadOperation, readOperations } from "../operations/read-operations.ts";
import type { BundleRow } from "../turns/bundles.store.ts";
import * as store from "./runs.store.ts";

/** At most this many characters of an answer are stored; no model's answer is longer. */
const maxRaw = 1_000_000;

/** A model's answer in a form that the database can store. */
export const storableRaw = (answer: string): string =>
  answer.slice(0, maxRaw).replaceAll("\0", "\uFFFD").toWellFormed();

/** Applies operations, and stores their outcome with the run, together with the answer they were read from. */
export async function recordReading(
  change: LedgerChange,
  input: {
    bundle: BundleRow;
    runId: ParseRunId;
    operations: readonly ReadOperation[];
    raw: string;
    status?: "succeeded";
  },
): Promise<ParseStats> {
  const { bundle, runId, operations, raw, status } = input;
  const stats = await applyOperations(change, { bundle, runId, operations });
  await store.saveReading(change.db, { id: runId, raw: storableRaw(raw), stats, ...(status ? { status } : {}) });
  return stats;
}

/** Reads the operations that a program posted. Throws if there are none. */
export function requireOperations(output: unknown, bundleId: BundleId): ReadOperation[] {
  const read = readOperations(output);
  if (!read.ok) throw noOperations(bundleId);
  return read.operations;
}

/**
 * Each attempt costs money, so a call is repeated only if the answer was prose instead of JSON. If the answer was JSON
 * without operations, or reached the output cap, another attempt would end in the same way. A person can see the
 * answer and request another reading.
 */
export const noOperations = (bundleId: BundleId, { mayRetry = false } = {}): AppError =>
  new AppError("invalid_answer", "The extractor's answer contains no list of operations.", {
    details: { bundleId },
    retry: mayRetry,
  });

/** Inserts a run without a job, because its operations are already known. */
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

/** Throws if the bundle was read already, unless a person forces another reading. */
export async function assertUnread({ db }: { db: Tx }, bundle: BundleRow, forced: boolean): Promise<void> {
  if (forced) return;
  const runs = await store.runsOf(db, bundle.id);
  const read = runs.find(({ status, source }) => status === "succeeded" && source !== "bound");
  if (!read) return;
  throw new AppError(
    "conflict",
    `Bundle ${bundle.id} was already read by run ${read.id}. Use force to read it again.`,
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
