import type { DocumentId, LinkedDocument } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { createLinker, type ReadNumbers } from "./create-linker.ts";
import { byId } from "./legend.ts";
import { findText } from "./links.store.ts";

/** Returns a document's text with numbers and links, and the targets of its ids. */
export async function getLinkedDocument(
  ctx: { db: UserDb; readNumbers: ReadNumbers },
  { documentId }: { documentId: DocumentId },
): Promise<LinkedDocument> {
  return ctx.db.tx(async (db) => {
    const found = await findText(db, documentId);
    if (!found) throw new AppError("not_found", `There is no document ${documentId}, or it is not yours.`);
    const linker = await createLinker(db, { sessionId: found.session_id }, ctx.readNumbers);
    const { markdown, targets, unresolved } = linker.text(found.path, found.markdown);
    return {
      documentId,
      projectId: found.project_id,
      version: found.version,
      markdown,
      references: [...targets]
        .map(([id, { document, text, heading }]) => ({ id, documentId: document?.id ?? null, text, heading }))
        .toSorted((one, other) => byId(one.id, other.id)),
      unresolved: unresolved.toSorted(byId),
    };
  });
}
