import type { Block, LedgerRecord, ProjectId } from "@dialectic/contract";
import { type FactKey, lockedLedger, newestOfBlocks, readRegistry, subjectsOf } from "#ledger";
import type { Tx, UserDb } from "#platform";
import * as store from "./blocks.store.ts";
import { patchBlocks } from "./patch-blocks.ts";
import { readRecords } from "./records/keep-records.ts";

/**
 * The blocks of a project, with what is known and what should be asked: every block that the registry lists for the
 * project, and those blocks of its items that are not empty.
 */
export async function readBlocks(ctx: { db: UserDb }, { projectId }: { projectId: ProjectId }): Promise<Block[]> {
  return ctx.db.tx(async (db) => {
    const { registry, revision } = await readRegistry(db, projectId);
    let rows = await store.blocksOf(db, projectId);
    // An import adds facts but no blocks, so the first read builds the blocks.
    if (rows.length === 0 && revision > 0n) {
      await rebuildBlocks(db, projectId);
      rows = await store.blocksOf(db, projectId);
    }
    const entries = await store.entriesOf(db, projectId);
    const names = new Map((await subjectsOf(db, projectId)).map(({ id, name }) => [id, name]));
    return arrange([...registry.values()], { rows, entries, names, records: await readRecords(db, projectId) });
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

const placeOf = ({ subject, block }: { subject: string; block: string }): string => `${subject} ${block}`;

function arrange(
  keys: readonly FactKey[],
  {
    rows,
    entries,
    names,
    records,
  }: {
    rows: readonly store.BlockRow[];
    entries: readonly store.EntryRow[];
    /** The names of items, by id. */
    names: ReadonlyMap<string, string>;
    records: readonly LedgerRecord[];
  },
): Block[] {
  const ofProject = [
    ...new Set(keys.filter(({ scope }) => scope === "project").map(({ block }) => block)),
    openQuestions,
  ];
  const entriesAt = Map.groupBy(entries, placeOf);
  const recordsAt = Map.groupBy(records, ({ itemId, block }) => placeOf({ subject: itemId ?? "project", block }));
  const rowAt = new Map(rows.map((row) => [placeOf(row), row]));
  // An item's block can be empty: after a merge, or when all of its facts were rejected or superseded.
  const holds = (row: store.BlockRow) => entriesAt.has(placeOf(row)) || recordsAt.has(placeOf(row));
  const places = [
    ...ofProject.map((block) => ({ subject: "project", block })),
    ...rows.filter((row) => (row.subject === "project" ? !ofProject.includes(row.block) : holds(row))),
  ];
  return places.map(({ subject, block }): Block => {
    const place = placeOf({ subject, block });
    const row = rowAt.get(place);
    const own = (entriesAt.get(place) ?? []).map(({ entry }) => entry);
    const filled = new Set(own.filter(({ kind }) => kind === "fact").map(({ key }) => key));
    const kept = recordsAt.get(place) ?? [];
    const isOpen = ({ kind, key, status }: LedgerRecord) =>
      kind === "question" && status === "open" && !(key !== null && filled.has(key));
    const asked = kept.filter(isOpen).map(({ id, key, text }) => ({ id, key, question: text }));
    const empty = keys
      .filter((key) => key.block === block && key.isImportant && key.question && !filled.has(key.key))
      .filter((key) => !asked.some((one) => one.key === key.key))
      .map(({ key, question = "" }) => ({ id: null, key, question }));
    return {
      subject,
      itemName: names.get(subject) ?? null,
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
