import type { DocumentId, UserId } from "@dialectic/contract";
import { AppError, sha256, type Tx } from "#platform";
import { writeParts } from "../artifacts/write-parts.ts";
import { findContribution } from "../contributions/contribution.store.ts";
import { nameOf } from "../contributions/name-contribution.ts";
import { type CurrentDocument, findDocument, findWhole } from "../document.store.ts";
import { legendMark } from "../links/legend.ts";
import { unlinkText } from "../links/unlink-text.ts";
import { editedFile, withoutFrontMatter } from "../tree/front-matter.ts";
import { constructPath } from "../tree/paths/construct-path.ts";
import { standings } from "./stale.store.ts";
import { insertVersion } from "./version.store.ts";

export type Edit = { documentId: DocumentId; markdown: string; baseVersion: number; authorId: UserId };

/**
 * Gives a whole document a new text and keeps the old one. Throws if the document is no longer at `baseVersion`, the version
 * that the person edited. The caller holds the session's lock. Saving the same text again changes nothing.
 */
export async function addVersion(
  db: Tx,
  edit: Edit,
): Promise<{ document: CurrentDocument; before: string; changed: boolean }> {
  const { document, markdown } = await editable(db, edit);
  if (markdown.trim() === "")
    throw new AppError("invalid_input", "The text is empty. An edit cannot delete a document.");
  if (markdown.includes("\0"))
    throw new AppError("invalid_input", "The file contains a NUL character, so it is not text.");
  const before = document.markdown;
  if (markdown === before) return { document, before, changed: false };
  const root = await findContribution(db, document.contribution_id);
  if (!root) throw new AppError("internal", `The document ${document.id} has no contribution.`);
  const version = document.version + 1;
  const earlier = constructPath({ kind: "version", of: nameOf(root), version: document.version });
  const file = editedFile({ before: document.file, markdown, version, earlier });
  await insertVersion(db, {
    document_id: document.id,
    version,
    owner_id: document.owner_id,
    project_id: document.project_id,
    session_id: document.session_id,
    author_id: edit.authorId,
    markdown,
    file,
    sha256: sha256(file),
    earlier_path: earlier,
    gone: false,
  });
  const edited = { ...document, version, markdown, file, sha256: sha256(file) };
  await writeParts(db, { whole: edited, root, authorId: edit.authorId });
  return { document: edited, before, changed: true };
}

async function editable(db: Tx, edit: Edit): Promise<{ document: CurrentDocument; markdown: string }> {
  const { documentId, baseVersion } = edit;
  const found = await findDocument(db, documentId);
  if (!found) throw new AppError("not_found", `There is no document ${documentId}, or it is not yours.`);
  if (found.kind === "artifact") {
    const whole = await findWhole(db, found.contribution_id);
    throw new AppError(
      "invalid_input",
      `${found.title} is a part of ${whole?.title}. Edit the whole document: ${whole?.id}.`,
    );
  }
  const standing = (await standings(db, found.session_id)).find((one) => one.document_id === documentId);
  if (standing?.replaced_by) {
    const newest = await findDocument(db, standing.replaced_by);
    throw new AppError(
      "version_conflict",
      `${found.title} was regenerated, and later stages read the new document. Edit ${standing.replaced_by} instead.`,
      { details: { documentId: standing.replaced_by, version: newest?.version ?? 1 } },
    );
  }
  const markdown = textOf(edit.markdown, found.markdown);
  // A client that did not receive the response repeats the save. The text is then already saved, but `baseVersion` is old.
  if (markdown === found.markdown) return { document: found, markdown };
  if (standing?.regenerating) {
    throw new AppError(
      "conflict",
      `${found.title} is being regenerated (job ${standing.regenerating}). Wait and edit the new document, or cancel that job.`,
    );
  }
  if (found.version !== baseVersion) {
    throw new AppError(
      "version_conflict",
      `${found.title} has changed: you edited version ${baseVersion}, but it is now at version ${found.version}. Read it again and repeat your change.`,
      { details: { documentId, version: found.version } },
    );
  }
  return { document: found, markdown };
}

/** Removes what the program added to the document's text: front matter, numbers and links. */
function textOf(text: string, stored: string): string {
  const own = withoutFrontMatter(text);
  return own === text && !text.includes(legendMark) ? text : unlinkText(own, stored);
}
