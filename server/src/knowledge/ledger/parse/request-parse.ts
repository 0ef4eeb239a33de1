import type { BundleId, JobId, ParseRun, ParseRunId } from "@dialectic/contract";
import { enqueue } from "#jobs";
import { AppError, newId } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { type LedgerChange, openChange } from "../facts/open-change.ts";
import type { BundleRow } from "../turns/bundles.store.ts";
import { requireBundle } from "./post-operations.ts";
import { assertUnread, requireRun, toRun } from "./record-reading.ts";
import * as store from "./runs.store.ts";

/**
 * Queues a run in which the project's extractor reads a bundle. If one is waiting or running, returns that run instead.
 */
export async function requestParse(
  ctx: LedgerCtx,
  input: { bundleId: BundleId; force?: boolean | undefined },
): Promise<ParseRun> {
  return ctx.db.tx(async (db) => {
    const bundle = await requireBundle(db, input.bundleId);
    const change = await openChange(db, { projectId: bundle.project_id, onFactsChanged: ctx.onFactsChanged });
    assertExtractor(change);
    await assertUnread(change, bundle, input.force ?? false);
    const runId = await queueRun(change, { bundle, forced: input.force ?? false });
    return toRun(await requireRun(change, runId));
  });
}

/** Throws if no model reads the project's turns. */
export function assertExtractor({ ledger }: LedgerChange): void {
  if (ledger.extractor !== null) return;
  throw new AppError(
    "conflict",
    "The project has no extractor, so no model reads its turns. Choose a model as extractor.",
    {
      remedies: [{ do: "choose-extractor", projectId: ledger.project_id }],
    },
  );
}

/** Queues a run with its job. The caller holds the ledger's lock, so a bundle has at most one open run. */
export async function queueRun(
  change: LedgerChange,
  { bundle, forced }: { bundle: Pick<BundleRow, "id" | "project_id" | "session_id" | "turn_key">; forced: boolean },
): Promise<ParseRunId> {
  const { db, ledger } = change;
  const open = (await store.runsOf(db, bundle.id)).find(({ status }) => status === "queued" || status === "running");
  if (open) return open.id;
  const [id, jobId] = [newId<ParseRunId>(), newId<JobId>()];
  await enqueue(db, {
    id: jobId,
    kind: "parse",
    projectId: bundle.project_id,
    model: ledger.extractor,
    label: "Extract facts from a turn",
    payload: { runId: id },
    idempotencyKey: `parse:${id}`,
  });
  await store.insertRun(db, {
    id,
    owner_id: ledger.owner_id,
    project_id: bundle.project_id,
    bundle_id: bundle.id,
    status: "queued",
    forced,
    source: "model",
    model: ledger.extractor,
    job_id: jobId,
  });
  return id;
}
