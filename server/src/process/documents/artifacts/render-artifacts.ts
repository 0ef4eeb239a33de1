import type { ContributionId, DocumentId, SessionId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { findContribution } from "../contributions/contribution.store.ts";
import * as store from "../document.store.ts";
import { findMalformedTable } from "./find-malformed-table.ts";
import { writeParts } from "./write-parts.ts";

/** The parts of a document, and an error if one has a malformed table. That part is created nevertheless. */
export type Rendered = {
  parts: { id: DocumentId; artifact: string; path: string }[];
  failure: AppError | null;
};

/** Creates the parts of a whole document from its current version, so that a person's edit is never overwritten. */
export async function renderArtifacts(db: Tx, rootId: ContributionId): Promise<Rendered> {
  const whole = await store.findWhole(db, rootId);
  const root = await findContribution(db, rootId);
  if (!whole || !root) throw new AppError("not_found", `The contribution ${rootId} has no document to render.`);
  if (whole.intermediate) return { parts: [], failure: null };
  await writeParts(db, { whole, root, authorId: whole.owner_id });
  return { parts: await store.artifactsOf(db, rootId), failure: malformedTable(whole) };
}

/** Creates the parts of a session's documents that have none yet. */
export async function renderMissing(db: Tx, sessionId: SessionId): Promise<void> {
  for (const rootId of await store.wholesWithoutParts(db, sessionId)) await renderArtifacts(db, rootId);
}

/** The error for a malformed table. Only a person's edit can cause one, so an automatic retry would not help. */
function malformedTable(whole: store.DocumentRow): AppError | null {
  const table = findMalformedTable(whole.markdown);
  if (!table) return null;
  const { section, headings, row, cells } = table;
  return new AppError(
    "render_failed",
    `The table under "${section}" in ${whole.path} has ${headings.length} headings (${headings.join(", ")}), ` +
      `but its row ${row} has ${cells.length} cells (${cells.join(", ")}). Edit the row, and retry.`,
    { retry: false, details: table },
  );
}
