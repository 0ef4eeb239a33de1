import type { ContributionId, DocumentId } from "@dialectic/contract";
import { AppError, newId, sha256, type Tx } from "#platform";
import * as documents from "../document.store.ts";
import type { Expected } from "../read/read-answer.ts";
import { wholeDocument } from "../stitch/whole-document.ts";
import { constructPath } from "../tree/paths/construct-path.ts";
import { combinedType } from "./combined-type.ts";
import * as contributions from "./contribution.store.ts";
import { nameOf } from "./name-contribution.ts";

/** Creates the document of a chain whose last chunk is saved. Idempotent. */
export async function finishDocument(
  db: Tx,
  input: { rootId: ContributionId; title: string; cost: bigint; isShortened: boolean; expected: Expected | null },
): Promise<{ id: DocumentId; path: string }> {
  const before = await documents.findWhole(db, input.rootId);
  if (before) return { id: before.id, path: before.path };
  const chunks = await contributions.chain(db, input.rootId);
  const root = chunks[0];
  if (!root) throw new AppError("not_found", `The document ${input.rootId} has no chunk.`);

  const path = constructPath({ kind: "document", of: nameOf(root), intermediate: root.intermediate });
  const origins = await originsOf(db, root, path);
  const { markdown, file } = wholeDocument({
    ...origins,
    title: input.title,
    model: root.model,
    stage: root.stage,
    iteration: root.iteration,
    type: root.output_type,
    templateVersion: root.template_version,
    cost: input.cost,
    isShortened: input.isShortened,
    expected: input.expected,
    chunks,
  });
  const id = newId<DocumentId>();
  await documents.addWhole(db, {
    id,
    owner_id: root.owner_id,
    project_id: root.project_id,
    session_id: root.session_id,
    iteration: root.iteration,
    stage: root.stage,
    contribution_id: root.id,
    kind: "whole",
    artifact: null,
    title: input.title,
    model: root.model,
    intermediate: root.intermediate,
    chunks: chunks.length,
    markdown,
    file,
    sha256: sha256(file),
    path,
  });
  return { id, path };
}

/** Names sources by path, because a reader of the file can follow a path but not an id. */
async function originsOf(
  db: Tx,
  root: contributions.ContributionRow,
  ownPath: string,
): Promise<{ lineage: string | null; sources: string[]; isCombined: boolean }> {
  const sourceIds = await contributions.sourceIdsOf(db, root.id);
  const paths = await documents.wholePaths(db, [...sourceIds, ...(root.lineage_id ? [root.lineage_id] : [])]);
  const lineage = root.lineage_id === root.id ? ownPath : root.lineage_id && paths.get(root.lineage_id);
  // Marks documents that read a combined text; a combined text itself is recognized by its type.
  const isCombined = root.output_type !== combinedType && (await contributions.hasType(db, sourceIds, combinedType));
  return { lineage: lineage ?? null, sources: sourceIds.flatMap((id) => paths.get(id) ?? []), isCombined };
}
