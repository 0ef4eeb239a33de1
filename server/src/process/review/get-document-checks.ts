import type { DocumentChecks, DocumentId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import * as store from "./checks.store.ts";

/** The problems found in a document when its review was collected. */
export async function getDocumentChecks(
  ctx: { db: UserDb },
  { documentId }: { documentId: DocumentId },
): Promise<DocumentChecks> {
  const found = await ctx.db.tx((db) => store.checkOf(db, documentId));
  if (!found) throw new AppError("not_found", `There is no document ${documentId}, or it is not yours.`);
  const { warnings, reference_count: count, resolved_count: resolved, unresolved } = found;
  return {
    documentId: found.document_id,
    checked: warnings !== null,
    warnings: warnings ?? [],
    references: { count: count ?? 0, resolved: resolved ?? 0, share: count ? (resolved ?? 0) / count : 1, unresolved },
  };
}
