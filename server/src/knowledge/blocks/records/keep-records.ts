import { itemBlocks, type LedgerRecord, LedgerRecordId, type ProjectId, projectBlocks } from "@dialectic/contract";
import {
  changeListByHand,
  findRecord,
  type LedgerChange,
  type LedgerCtx,
  openChange,
  type RecordRow,
  readByHand,
  recordsOf,
  subjectsById,
  unknownKey,
} from "#ledger";
import { AppError, newId, type Tx } from "#platform";
import { revisionOf } from "../blocks.store.ts";

/** Adds a person's note, question or decision to a block. */
export async function addRecord(
  ctx: LedgerCtx,
  input: Pick<LedgerRecord, "kind" | "block" | "text"> & {
    projectId: ProjectId;
    itemId?: string | undefined;
    key?: string | undefined;
    ifRevision?: number | undefined;
  },
): Promise<LedgerRecord> {
  const { projectId, kind, block, text, itemId = null, key = null } = input;
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    if (!isBlock(block, itemId))
      throw new AppError(
        "invalid_input",
        `There is no block ${block}. The blocks are ${blockNames(itemId).join(", ")}.`,
      );
    if (itemId !== null && (await subjectsById(db, { projectId, ids: [itemId] })).length === 0)
      throw new AppError("not_found", `The project has no item ${itemId}.`);
    if (key !== null && !change.registry.has(key)) throw unknownKey(change.registry, key);
    await assertRevision(change, { block, item_id: itemId }, input.ifRevision);
    const id = newId<LedgerRecordId>();
    change.addRecord({ id, kind, block, itemId, key, text: storable(text), severity: null, model: null });
    await change.finish();
    return toRecord(await requireRecord(db, id));
  });
}

/**
 * Resolves or reopens a question, accepts a suggestion, or removes a record. An accepted suggestion becomes a fact set
 * by hand, under the key that the suggestion names. Repeating a change has no effect and leaves the revision unchanged.
 */
export async function changeRecord(
  ctx: LedgerCtx,
  input: {
    recordId: LedgerRecordId;
    act: "resolve" | "reopen" | "remove";
    reason?: string;
    ifRevision?: number | undefined;
  },
): Promise<LedgerRecord> {
  const { recordId, act, reason = "" } = input;
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireRecord(db, recordId);
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const record = await requireRecord(db, recordId); // read again under the lock
    if (record.last_act === "remove" && act !== "remove") throw new AppError("conflict", "The record was removed.");
    if (act !== "remove" && (record.kind === "note" || record.kind === "decision"))
      throw new AppError("conflict", `A ${record.kind} cannot be resolved or reopened, only removed.`);
    if (act === "reopen" && record.kind === "suggestion")
      throw new AppError("conflict", "The suggestion was accepted and is a fact now. Reject the fact instead.");
    await assertRevision(change, record, input.ifRevision);
    if ((record.last_act ?? "reopen") !== act) {
      change.changeRecord(record, { act, reason: storable(reason) });
      if (act === "resolve" && record.kind === "suggestion") await take(change, record, reason);
      await change.finish();
    }
    return toRecord(await requireRecord(db, recordId));
  });
}

async function take(change: LedgerChange, record: RecordRow, reason: string): Promise<void> {
  const key = record.key === null ? undefined : change.registry.get(record.key);
  if (!key?.isList) return;
  const added = [readByHand(key, record.text, record.added_at)];
  await changeListByHand(change, {
    ...{ key: key.key, itemId: record.item_id, added, removed: [] },
    reason: reason || "suggestion-taken",
  });
}

/** Throws if the block has changed since the person saw it. */
async function assertRevision(
  { db, ledger }: LedgerChange,
  { block, item_id }: Pick<RecordRow, "block" | "item_id">,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) return;
  const revision = await revisionOf(db, { projectId: ledger.project_id, subject: item_id ?? "project", block });
  if (revision === expected) return;
  throw new AppError(
    "conflict",
    `${block} now has revision ${revision}, not ${expected}. Look at it again before you change it.`,
    { details: { revision } },
  );
}

const blockNames = (itemId: string | null): string[] =>
  itemId === null
    ? [...projectBlocks, "open_questions"].map((name) => `project.${name}`)
    : [...itemBlocks, "open_questions"].map((name) => `item.${name}`);

const isBlock = (block: string, itemId: string | null): boolean => blockNames(itemId).includes(block);

const storable = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

async function requireRecord(db: Tx, id: LedgerRecordId): Promise<RecordRow> {
  const record = await findRecord(db, id);
  if (!record) throw new AppError("not_found", `There is no record ${id}.`);
  return record;
}

/** A project's notes, questions, suggestions and decisions, oldest first, without those that were removed. */
export async function readRecords(db: Tx, projectId: ProjectId): Promise<LedgerRecord[]> {
  return (await recordsOf(db, projectId)).map(toRecord);
}

function toRecord(row: RecordRow): LedgerRecord {
  return {
    id: LedgerRecordId.parse(row.id),
    kind: row.kind,
    block: row.block,
    itemId: row.item_id,
    key: row.key,
    text: row.text,
    severity: row.severity,
    by: row.by,
    model: row.model,
    status: row.last_act === "resolve" ? "resolved" : "open",
    addedAt: row.added_at.toISOString(),
  };
}
