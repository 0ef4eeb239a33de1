import type { ContributionId, DocumentId } from "@dialectic/contract";
import { AppError, newId, sha256, type Tx } from "#platform";
import { findContribution } from "./contribution.store.ts";
import * as store from "./document.store.ts";
import { nameOf } from "./name-contribution.ts";
import { type Artifact, parseArtifacts } from "./text/artifacts.ts";
import { findMalformedTable } from "./text/find-malformed-table.ts";
import { withFrontMatter } from "./text/front-matter.ts";
import { constructPath } from "./tree/construct-path.ts";
import type { ContributionName } from "./tree/stored-file.ts";

export type RenderedArtifact = { id: DocumentId; artifact: string; path: string };

/** Makes one document of each artifact of a whole one. Intermediate documents are for models only and get none. */
export async function renderArtifacts(db: Tx, rootId: ContributionId): Promise<RenderedArtifact[]> {
  const whole = await store.findWhole(db, rootId);
  const root = await findContribution(db, rootId);
  if (!whole || !root) throw new AppError("not_found", `The contribution ${rootId} has no document to render.`);
  if (whole.intermediate) return [];
  refuseMalformedTable(whole);
  const name = await nameOf(db, root);
  for (const artifact of parseArtifacts(whole.markdown))
    await store.addDocument(db, artifactRow(whole, artifact, name));
  return store.artifactsOf(db, rootId);
}

function artifactRow(whole: store.DocumentRow, artifact: Artifact, of: ContributionName): store.DocumentRow {
  const markdown = `# ${artifact.title}\n\n${artifact.body}\n`;
  const about = {
    title: artifact.title,
    artifact: artifact.key,
    model: whole.model,
    stage: whole.stage,
    iteration: whole.iteration,
    document: whole.path,
    sha256: sha256(markdown),
  };
  const file = withFrontMatter(about, markdown);
  return {
    id: newId<DocumentId>(),
    owner_id: whole.owner_id,
    project_id: whole.project_id,
    session_id: whole.session_id,
    iteration: whole.iteration,
    stage: whole.stage,
    contribution_id: whole.contribution_id,
    model: whole.model,
    intermediate: whole.intermediate,
    chunks: whole.chunks,
    kind: "artifact",
    artifact: artifact.key,
    title: artifact.title,
    markdown,
    file,
    sha256: sha256(file),
    path: constructPath({ kind: "artifact", of, artifact: artifact.key }),
  };
}

/** The text never changes, so trying again by itself would only repeat the failure. */
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
