import type { ContributionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { pairedSpans, type ReceiptPart } from "./receipt.ts";
import * as store from "./receipts.store.ts";
import { leftOutSpans } from "./text/compose.ts";

/** Keeps a receipt, in the transaction that saves what was written from the prompt. */
export const saveReceipt = (db: Tx, input: store.NewReceipt): Promise<void> => store.insertReceipt(db, input);

/** A part with what was left out of it, in its own words. */
export type StoredPart = Omit<ReceiptPart, "contentHash" | "kept"> & {
  leftOut: { start: number; end: number; text: string }[];
};
export type StoredReceipt = Omit<store.ReceiptRow, "parts" | "projectId"> & { parts: StoredPart[] };

/** What the prompts of a document's turns lost, one receipt for each turn that lost anything. */
export async function listReceipts(db: Tx, { rootId }: { rootId: ContributionId }): Promise<StoredReceipt[]> {
  const rows = await store.selectReceipts(db, rootId);
  const [first] = rows;
  if (!first) return [];
  const hashes = [...new Set(rows.flatMap(({ parts }) => parts.map(({ contentHash }) => contentHash)))];
  const originals = await store.selectParts(db, { projectId: first.projectId, hashes });
  return rows.map(({ parts, projectId: _, ...receipt }) => ({
    ...receipt,
    parts: parts.map((part) => toStored(part, originals.get(part.contentHash) ?? "")),
  }));
}

function toStored({ contentHash: _, kept, ...part }: ReceiptPart, original: string): StoredPart {
  const leftOut = leftOutSpans(original, pairedSpans(kept));
  return { ...part, leftOut: leftOut.map((span) => ({ ...span, text: original.slice(span.start, span.end) })) };
}
