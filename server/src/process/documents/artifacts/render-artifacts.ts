import type { ContributionId, DocumentId, SessionId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { findContribution } from "../contributions/contribution.store.ts";
import * as store from "../document.store.ts";
import { writeParts } from "./write-parts.ts";

/** An artifact of a document. */
type RenderedPart = { id: DocumentId; artifact: string; path: string };

/** Creates the artifacts of a whole document from its current version, so that a person's edit is never overwritten. */
export async function renderArtifacts(db: Tx, rootId: ContributionId): Promise<RenderedPart[]> {
  const whole = await store.findWhole(db, rootId);
  const root = await findContribution(db, rootId);
  if (!whole || !root) throw new AppError("not_found", `The contribution ${rootId} has no document to render.`);
  if (whole.intermediate) return [];
  await writeParts(db, { whole, root, authorId: whole.owner_id });
  return store.artifactsOf(db, rootId);
}

/** Creates the artifacts of every document of a session that has no artifacts yet. */
export async function renderMissing(db: Tx, sessionId: SessionId): Promise<void> {
  for (const rootId of await store.wholesWithoutParts(db, sessionId)) await renderArtifacts(db, rootId);
}
