import type { DocumentId, DocumentReceipt } from "@dialectic/contract";
import { receiptsOf } from "#context";
import { AppError, type UserDb } from "#platform";
import { chunkIds } from "./contributions/contribution.store.ts";
import * as store from "./read-documents.store.ts";

/** The receipts of a document's prompts, one per prompt that did not fit. Each lists what was left out. */
export async function listReceipts(ctx: { db: UserDb }, input: { documentId: DocumentId }): Promise<DocumentReceipt[]> {
  return ctx.db.tx(async (db) => {
    const document = await store.findReadable(db, input.documentId);
    if (!document) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    const receipts = await receiptsOf(db, { chunks: await chunkIds(db, document.contribution_id) });
    const sources = await store.sourcesOf(db, document.contribution_id);
    const documentOf = new Map<string, DocumentId | null>(
      sources.map(({ contributionId, documentId }) => [contributionId, documentId]),
    );
    return receipts.map(({ parts, at, ...receipt }) => ({
      ...receipt,
      at: at.toISOString(),
      parts: parts.map(({ isReused, ...part }) => ({
        ...part,
        reused: isReused,
        documentId: documentOf.get(part.id) ?? null,
      })),
    }));
  });
}
