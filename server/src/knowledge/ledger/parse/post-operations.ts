import type { BundleId, TurnResult } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { openChange } from "../facts/open-change.ts";
import { toFact } from "../facts/to-fact.ts";
import { type BundleRow, findBundle } from "../turns/bundles.store.ts";
import {
  assertUnread,
  insertImmediateRun,
  recordReading,
  requireOperations,
  requireRun,
  toRun,
} from "./record-reading.ts";

/** Applies operations that an external program extracted from a bundle. They are checked like a model's operations. */
export async function postOperations(
  ctx: LedgerCtx,
  input: { bundleId: BundleId; operations: unknown; force?: boolean },
): Promise<TurnResult> {
  const { bundleId, operations, force = false } = input;
  return ctx.db.tx(async (db) => {
    const bundle = await requireBundle(db, bundleId);
    const change = await openChange(db, { projectId: bundle.project_id, onFactsChanged: ctx.onFactsChanged });
    await assertUnread(change, bundle, force);
    const runId = await insertImmediateRun(change, { bundle, source: "posted", forced: force });
    const raw = typeof operations === "string" ? operations : JSON.stringify(operations);
    const read = requireOperations(operations, bundleId);
    await recordReading(change, { bundle, runId, operations: read, raw, status: "succeeded" });
    const { facts } = await change.finish();
    return { bundleId, isNew: false, run: toRun(await requireRun(change, runId)), facts: facts.map(toFact) };
  });
}

export async function requireBundle(db: Tx, id: BundleId): Promise<BundleRow> {
  const bundle = await findBundle(db, id);
  if (!bundle) throw new AppError("not_found", `There is no bundle ${id}.`);
  return bundle;
}
