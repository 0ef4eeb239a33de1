import type { ContributionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { leftOut } from "../text/compose.ts";
import { pairedSpans, type ReceiptPart } from "./receipt.ts";
import * as store from "./receipts.store.ts";

/** Stores a receipt in the transaction that saves the answer. */
export const saveReceipt = (db: Tx, input: store.NewReceipt): Promise<void> => store.insertReceipt(db, input);

/** A part and the text that was left out of it. */
type StoredPart = Omit<ReceiptPart, "contentHash" | "kept"> & { leftOut: ReturnType<typeof leftOut> };
type StoredReceipt = Omit<store.ReceiptRow, "parts" | "projectId"> & { parts: StoredPart[] };

/** The receipts of the prompts of a document's chunks: one for each shortened prompt. */
export async function receiptsOf(db: Tx, { chunks }: { chunks: readonly ContributionId[] }): Promise<StoredReceipt[]> {
  const rows = await store.selectReceipts(db, chunks);
  const [first] = rows;
  if (!first) return [];
  const hashes = [...new Set(rows.flatMap(({ parts }) => parts.map(({ contentHash }) => contentHash)))];
  const originals = await store.selectParts(db, { projectId: first.projectId, hashes });
  return rows.map(({ parts, projectId: _, ...receipt }) => ({
    ...receipt,
    parts: parts.map(({ contentHash, kept, ...part }) => ({
      ...part,
      leftOut: leftOut(originals.get(contentHash) ?? "", pairedSpans(kept)),
    })),
  }));
}
