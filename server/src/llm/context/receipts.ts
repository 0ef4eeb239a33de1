import type { ContributionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { pairedSpans, type ReceiptPart } from "./receipt.ts";
import * as store from "./receipts.store.ts";
import { leftOut } from "./text/compose.ts";

/** Keeps a receipt, in the transaction that saves what was written from the prompt. */
export const saveReceipt = (db: Tx, input: store.NewReceipt): Promise<void> => store.insertReceipt(db, input);

/** A part with what was left out of it, in its own words. */
type StoredPart = Omit<ReceiptPart, "contentHash" | "kept"> & { leftOut: ReturnType<typeof leftOut> };
type StoredReceipt = Omit<store.ReceiptRow, "parts" | "projectId"> & { parts: StoredPart[] };

/** What the prompts of a document's chunks lost, one receipt for each chunk whose prompt lost anything. */
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
