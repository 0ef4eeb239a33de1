import type { Bundle, BundleId, BundleSummary, FactNote, ProjectId } from "@dialectic/contract";
import { FactEvidence } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { noProject } from "../facts/open-change.ts";
import { findLedger } from "../ledger.store.ts";
import { requireBundle } from "../parse/post-operations.ts";
import { toRun } from "../parse/record-reading.ts";
import { type NoteRow, notesOfBundle, notesOfProject, runsOf } from "../parse/runs.store.ts";
import { type BundleListRow, bundlesOf } from "./bundles.store.ts";

type Ctx = { db: UserDb };

export async function listBundles(
  ctx: Ctx,
  input: { projectId: ProjectId; after?: BundleId | undefined; limit: number },
): Promise<{ items: BundleSummary[]; next: string | null }> {
  return ctx.db.tx(async (db) => {
    if (!(await findLedger(db, input.projectId))) throw noProject(input.projectId);
    const { projectId, limit } = input;
    const rows = await bundlesOf(db, { projectId, before: input.after ?? null, limit: limit + 1 });
    const items = rows.slice(0, limit).map(toSummary);
    return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}

export async function getBundle(ctx: Ctx, { bundleId }: { bundleId: BundleId }): Promise<Bundle> {
  return ctx.db.tx(async (db) => {
    const bundle = await requireBundle(db, bundleId);
    const runs = await runsOf(db, bundleId);
    const notes = await notesOfBundle(db, bundleId);
    const status = runs.findLast(({ source }) => source !== "bound")?.status ?? null;
    return {
      ...toSummary({ ...bundle, status, spend: runs.reduce((sum, run) => sum + run.spend, 0n) }),
      text: bundle.text,
      sections: bundle.sections,
      runs: runs.map((run) => ({ ...toRun(run), raw: run.raw })),
      notes: notes.map(toNote),
    };
  });
}

/** Notes about statements that did not become facts, the newest first. */
export async function listFactNotes(
  ctx: Ctx,
  input: { projectId: ProjectId; kind?: FactNote["kind"] | undefined; limit: number },
): Promise<FactNote[]> {
  return ctx.db.tx(async (db) => {
    if (!(await findLedger(db, input.projectId))) throw noProject(input.projectId);
    const rows = await notesOfProject(db, { ...input, kind: input.kind ?? null });
    return rows.map(toNote);
  });
}

const toSummary = (row: Omit<BundleListRow, "content_sha256">): BundleSummary => ({
  id: row.id,
  projectId: row.project_id,
  sessionId: row.session_id,
  turnKey: row.turn_key,
  sourceType: row.source_type as BundleSummary["sourceType"], // checked by the table, as the next ones are
  sourceIds: row.source_ids,
  workStage: row.work_stage as BundleSummary["workStage"],
  sha256: row.sha256,
  takenAt: row.taken_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  status: row.status as BundleSummary["status"],
  spend: String(row.spend),
});

const toNote = (row: NoteRow): FactNote => ({
  id: row.id,
  bundleId: row.bundle_id,
  runId: row.parse_run_id,
  kind: row.kind === "unmapped" ? "unmapped" : "refused",
  reason: row.reason,
  operation: row.operation,
  evidence: row.evidence === null ? null : FactEvidence.parse({ ...Object(row.evidence), bundleId: row.bundle_id }),
  createdAt: row.created_at.toISOString(),
});
