import type { Block, LedgerRecord, ProjectId } from "@dialectic/contract";
import { type FactKey, lockedLedger, newestOfBlocks, readRegistry } from "#ledger";
import type { Tx, UserDb } from "#platform";
import * as store from "./blocks.store.ts";
import { patchBlocks } from "./patch-blocks.ts";
import { readRecords } from "./records/keep-records.ts";

/** The blocks of a project: every block of its registry, with what is known and what should be asked. */
export async function readBlocks(ctx: { db: UserDb }, { projectId }: { projectId: ProjectId }): Promise<Block[]> {
  return ctx.db.tx(async (db) => {
    const { registry, revision } = await readRegistry(db, projectId);
    let rows = await store.blocksOf(db, projectId);
    // An import adds facts without blocks.
    if (rows.length === 0 && revision > 0n) {
      await rebuildBlocks(db, projectId);
      rows = await store.blocksOf(db, projectId);
    }
    const entries = await store.entriesOf(db, projectId);
    return arrange([...registry.values()], { rows, entries, records: await readRecords(db, projectId) });
  });
}

/** Deletes the blocks and builds them again from the ledger. */
export async function rebuildBlocks(db: Tx, projectId: ProjectId): Promise<void> {
  const { registry, ownerId } = await lockedLedger(db, projectId);
  await store.deleteBlocks(db, projectId);
  const touched = await store.newestEvents(db, projectId);
  await patchBlocks(db, { projectId, ownerId, registry, touched, records: await newestOfBlocks(db, projectId) });
}

/** This block has no keys, so the registry does not list it. */
const openQuestions = "project.open_questions";

function arrange(
  keys: readonly FactKey[],
  {
    rows,
    entries,
    records,
  }: { rows: readonly store.BlockRow[]; entries: readonly store.EntryRow[]; records: readonly LedgerRecord[] },
): Block[] {
  const ofProject = [
    ...new Set(keys.filter(({ scope }) => scope === "project").map(({ block }) => block)),
    openQuestions,
  ];
  const places = [
    ...ofProject.map((block) => ({ subject: "project", block })),
    ...rows.filter(({ subject, block }) => subject !== "project" || !ofProject.includes(block)),
  ];
  return places.map(({ subject, block }): Block => {
    const row = rows.find((one) => one.subject === subject && one.block === block);
    const own = entries.filter((one) => one.subject === subject && one.block === block).map(({ entry }) => entry);
    const filled = new Set(own.filter(({ kind }) => kind === "fact").map(({ key }) => key));
    const kept = records.filter((one) => (one.itemId ?? "project") === subject && one.block === block);
    const isOpen = ({ kind, key, status }: LedgerRecord) =>
      kind === "question" && status === "open" && !(key !== null && filled.has(key));
    const asked = kept.filter(isOpen).map(({ id, key, text }) => ({ id, key, question: text }));
    const empty = keys
      .filter((key) => key.block === block && key.isImportant && key.question && !filled.has(key.key))
      .filter((key) => !asked.some((one) => one.key === key.key))
      .map(({ key, question = "" }) => ({ id: null, key, question }));
    return {
      subject,
      block,
      revision: Number(row?.revision ?? 0n),
      updatedAt: row?.updated_at?.toISOString() ?? null,
      updatedBy: authors.find((author) => author === row?.updated_by) ?? null,
      entries: own,
      records: kept.filter(
        ({ kind, status }) => kind !== "question" && !(kind === "suggestion" && status === "resolved"),
      ),
      questions: [...empty, ...asked],
    };
  });
}

const authors = ["user", "policy", "model"] as const;
