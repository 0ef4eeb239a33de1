import type { DocumentId, UserId } from "@dialectic/contract";
import { newId, sha256, type Tx } from "#platform";
import type { ContributionRow } from "../contributions/contribution.store.ts";
import { nameOf } from "../contributions/name-contribution.ts";
import { addParts, type CurrentDocument, type DocumentRow } from "../document.store.ts";
import * as versions from "../edits/version.store.ts";
import { asInFile, readFrontMatter, withFrontMatter } from "../tree/front-matter.ts";
import { constructPath } from "../tree/paths/construct-path.ts";
import type { ContributionName } from "../tree/paths/stored-file.ts";
import { type Artifact, parseArtifacts } from "./artifacts.ts";

/**
 * Creates one document per artifact of a whole document. After an edit of the whole document, changed parts get a new
 * version, and parts that the new text no longer contains are removed. Intermediate documents are for models and have no
 * parts.
 */
export async function writeParts(
  db: Tx,
  input: { whole: CurrentDocument; root: ContributionRow; authorId: UserId },
): Promise<void> {
  const { whole, root, authorId } = input;
  if (whole.intermediate) return;
  const name = nameOf(root);
  const known = ofWhole(whole.file);
  const rows = parseArtifacts(whole.markdown).map((artifact) => partRow(whole, { artifact, name, known }));
  if (rows.length > 0) await addParts(db, rows);
  if (whole.version === 1) return;
  const byArtifact = new Map(rows.map((row) => [row.artifact, row]));
  for (const part of await versions.partsOf(db, root.id)) {
    const row = byArtifact.get(part.artifact);
    if (row ? row.markdown === part.markdown && !part.gone : part.gone) continue;
    await versions.insertVersion(db, {
      document_id: part.id,
      version: part.version + 1,
      owner_id: whole.owner_id,
      project_id: whole.project_id,
      session_id: whole.session_id,
      author_id: authorId,
      markdown: row?.markdown ?? "",
      file: row?.file ?? "",
      sha256: sha256(row?.file ?? ""),
      earlier_path: null,
      gone: row === undefined,
    });
  }
}

/** The lineage and the cost stated in the file of a whole document. Files of earlier program versions state no cost. */
function ofWhole(file: string) {
  const { lineage = null, cost, cost_unit } = readFrontMatter(file) ?? {};
  return { lineage, ...(cost === undefined || cost_unit === undefined ? {} : { cost, cost_unit }) };
}

function partRow(
  whole: CurrentDocument,
  { artifact, name: of, known }: { artifact: Artifact; name: ContributionName; known: ReturnType<typeof ofWhole> },
): DocumentRow {
  const markdown = `# ${artifact.title}\n\n${artifact.body}\n`;
  const about = {
    title: artifact.title,
    artifact: artifact.key,
    model: whole.model,
    stage: whole.stage,
    iteration: whole.iteration,
    document: whole.path,
    ...known,
    sha256: sha256(asInFile(markdown)),
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
