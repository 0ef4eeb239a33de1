import type { ContributionId, DocumentId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { findContribution } from "./contribution.store.ts";
import * as store from "./document.store.ts";
import { findMalformedTable } from "./text/find-malformed-table.ts";
import { writeParts } from "./write-parts.ts";

export type RenderedArtifact = { id: DocumentId; artifact: string; path: string };

/** Makes the parts of a whole document, as it reads now: a person's edit is never overwritten. */
export async function renderArtifacts(db: Tx, rootId: ContributionId): Promise<RenderedArtifact[]> {
  const whole = await store.findWhole(db, rootId);
  const root = await findContribution(db, rootId);
  if (!whole || !root) throw new AppError("not_found", `The contribution ${rootId} has no document to render.`);
  if (whole.intermediate) return [];
  refuseMalformedTable(whole);
  await writeParts(db, { whole, root, authorId: whole.owner_id });
  return store.artifactsOf(db, rootId);
}

/** The text does not change by itself, so trying again by itself would only repeat the failure. */
function refuseMalformedTable(whole: store.DocumentRow): void {
  const table = findMalformedTable(whole.markdown);
  if (!table) return;
  const { section, headings, row, cells } = table;
  throw new AppError(
    "render_failed",
    `The table under "${section}" in ${whole.path} has ${headings.length} headings (${headings.join(", ")}), ` +
      `but its row ${row} has ${cells.length} cells (${cells.join(", ")}). Regenerate the document, or mend the row, and render again.`,
    { retry: false, details: table },
  );
}
