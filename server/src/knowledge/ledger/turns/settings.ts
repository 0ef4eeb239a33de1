import type { LedgerSettings, ProjectId } from "@dialectic/contract";
import { enqueue } from "#jobs";
import { type ModelSettings, resolveModel } from "#models";
import type { LedgerCtx } from "../ctx.ts";
import { noProject, openChange } from "../facts/open-change.ts";
import { findLedger, setExtractor } from "../ledger.store.ts";
import { collectJobFor } from "./collect.job.ts";
import { uncollected } from "./sources.store.ts";

export async function getLedgerSettings(
  ctx: Pick<LedgerCtx, "db">,
  { projectId }: { projectId: ProjectId },
): Promise<LedgerSettings> {
  const ledger = await ctx.db.tx((db) => findLedger(db, projectId));
  if (!ledger) throw noProject(projectId);
  return { extractor: ledger.extractor };
}

/** Chooses the model that reads facts out of turns, or none. What was said before is read by it, too. */
export async function changeLedgerSettings(
  ctx: LedgerCtx & { models: ModelSettings },
  { projectId, extractor }: { projectId: ProjectId; extractor: string | null },
): Promise<LedgerSettings> {
  if (extractor !== null) await resolveModel(ctx, extractor);
  return ctx.db.tx(async (db) => {
    await openChange(db, { projectId, onFactsChanged: undefined });
    await setExtractor(db, { projectId, extractor });
    if (extractor !== null) {
      for (const one of await uncollected(db, projectId)) await enqueue(db, collectJobFor(projectId, one));
    }
    return { extractor };
  });
}
