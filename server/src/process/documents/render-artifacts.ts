import type { ContributionId, DocumentId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { findContribution } from "./contribution.store.ts";
import * as store from "./document.store.ts";
import { findMalformedTable } from "./text/find-malformed-table.ts";
import { writeParts } from "./write-parts.ts";

/** The parts of a document, and the error of a table that cannot be rendered; the part it stands in is made all the same. */
export type Rendered = {
  parts: { id: DocumentId; artifact: string; path: string }[];
  failure: AppError | null;
};

/** Makes the parts of a whole document, as it reads now: a person's edit is never overwritten. */
export async function renderArtifacts(db: Tx, rootId: ContributionId): Promise<Rendered> {
  const whole = await store.findWhole(db, rootId);
  const root = await findContribution(db, rootId);
  if (!whole || !root) throw new AppError("not_found", `The contribution ${rootId} has no document to render.`);
  if (whole.intermediate) return { parts: [], failure: null };
  await writeParts(db, { whole, root, authorId: whole.owner_id });
  return { parts: await store.artifactsOf(db, rootId), failure: malformedTable(whole) };
}

/** Only a person's edit can leave such a table. The text does not change by itself: no automatic retry would help. */
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
