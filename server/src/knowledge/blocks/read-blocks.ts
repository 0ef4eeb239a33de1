import type { Block, ProjectId } from "@dialectic/contract";
import { type FactKey, lockedLedger, readRegistry } from "#ledger";
import type { Tx, UserDb } from "#platform";
import * as store from "./blocks.store.ts";
import { patchBlocks } from "./patch-blocks.ts";

/** The blocks of a project: every block of its registry, with what is known and what should be asked. */
export async function readBlocks(ctx: { db: UserDb }, { projectId }: { projectId: ProjectId }): Promise<Block[]> {
  return ctx.db.tx(async (db) => {
    const { registry, revision } = await readRegistry(db, projectId);
    let rows = await store.blocksOf(db, projectId);
    // An import brings facts, and no blocks.
    if (rows.length === 0 && revision > 0n) {
      await rebuildBlocks(db, projectId);
      rows = await store.blocksOf(db, projectId);
    }
    return arrange(registry.values(), rows, await store.entriesOf(db, projectId));
  });
}

/** Throws the blocks away and makes them from the ledger again. */
export async function rebuildBlocks(db: Tx, projectId: ProjectId): Promise<void> {
  const { registry, ownerId } = await lockedLedger(db, projectId);
  await store.deleteBlocks(db, projectId);
  const touched = await store.newestEvents(db, projectId);
  await patchBlocks(db, { projectId, ownerId, registry, touched });
}

function arrange(
  keys: Iterable<FactKey>,
  rows: readonly store.BlockRow[],
  entries: readonly store.EntryRow[],
): Block[] {
  const all = [...keys];
  const ofProject = [...new Set(all.filter(({ scope }) => scope === "project").map(({ block }) => block))];
  const places = [
    ...ofProject.map((block) => ({ subject: "project", block })),
    ...rows.filter(({ subject, block }) => subject !== "project" || !ofProject.includes(block)),
  ];
  return places.map(({ subject, block }): Block => {
    const row = rows.find((one) => one.subject === subject && one.block === block);
    const own = entries.filter((one) => one.subject === subject && one.block === block).map(({ entry }) => entry);
    const filled = new Set(own.filter(({ kind }) => kind === "fact").map(({ key }) => key));
    const questions = all
      .filter((key) => key.block === block && key.isImportant && key.question && !filled.has(key.key))
      .map(({ key, question = "" }) => ({ key, question }));
    return {
      subject,
      block,
      revision: Number(row?.revision ?? 0n),
      updatedAt: row?.updated_at?.toISOString() ?? null,
      updatedBy: row?.updated_by === "user" || row?.updated_by === "policy" ? row.updated_by : null,
      entries: own,
      questions,
    };
  });
}
