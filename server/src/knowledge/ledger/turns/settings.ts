import type { LedgerSettings, ProjectId } from "@dialectic/contract";
import { enqueue } from "#jobs";
import { type ModelSettings, resolveModel } from "#models";
import type { Tx } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { noProject, openChange } from "../facts/open-change.ts";
import { findLedger, saveSettings } from "../ledger.store.ts";
import { assertExtractor } from "../parse/request-parse.ts";
import { collectJobFor } from "./collect.job.ts";
import { uncollected } from "./sources.store.ts";

export async function getLedgerSettings(
  ctx: Pick<LedgerCtx, "db">,
  { projectId }: { projectId: ProjectId },
): Promise<LedgerSettings> {
  return ctx.db.tx((db) => settingsOf(db, projectId));
}

async function settingsOf(db: Tx, projectId: ProjectId): Promise<LedgerSettings> {
  const ledger = await findLedger(db, projectId);
  if (!ledger) throw noProject(projectId);
  const { extractor, ...reads } = ledger.settings;
  return { extractor: extractor === "off" ? null : extractor, ...reads, model: ledger.extractor };
}

/**
 * Chooses the model that extracts facts from turns (null for none), and the texts that it reads. The model also reads
 * turns that are older than this choice. A model that is chosen by its id also reads documents, unless `documents` is
 * false.
 */
export async function changeLedgerSettings(
  ctx: LedgerCtx & { models: ModelSettings },
  input: {
    projectId: ProjectId;
    extractor?: string | null | undefined;
    rehearsal?: boolean | undefined;
    documents?: boolean | undefined;
  },
): Promise<LedgerSettings> {
  const { projectId, extractor } = input;
  const isModel = extractor !== undefined && extractor !== null && extractor !== "auto" && extractor !== "off";
  if (isModel) await resolveModel(ctx, extractor);
  return ctx.db.tx(async (db) => {
    const { ledger } = await openChange(db, { projectId, onFactsChanged: undefined });
    const before = ledger.settings;
    const documents = input.documents ?? (isModel || before.documents);
    await saveSettings(db, projectId, {
      extractor: extractor === undefined ? before.extractor : (extractor ?? "off"),
      rehearsal: input.rehearsal ?? before.rehearsal,
      documents,
    });
    const settings = await settingsOf(db, projectId);
    if (settings.model !== null) {
      for (const one of await uncollected(db, { projectId, documents }))
        await enqueue(db, collectJobFor(projectId, one));
    }
    return settings;
  });
}

/**
 * Lets the extractor read the project's brief as a turn of the person. The brief is read only on request, because a session
 * makes no calls that its quote does not include. A brief that has been read is not read again.
 */
export async function readBrief(ctx: LedgerCtx, { projectId }: { projectId: ProjectId }): Promise<LedgerSettings> {
  return ctx.db.tx(async (db) => {
    assertExtractor(await openChange(db, { projectId, onFactsChanged: undefined }));
    await enqueue(db, collectJobFor(projectId, { source: "brief", id: projectId }));
    return settingsOf(db, projectId);
  });
}
