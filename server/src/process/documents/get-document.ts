import type { Document, DocumentId, DocumentVersion } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { parseArtifacts } from "./artifacts/artifacts.ts";
import { artifactsOf, findWhole } from "./document.store.ts";
import { standings } from "./edits/stale.store.ts";
import { textOfVersion, versionsOf } from "./edits/version.store.ts";
import { findingsOf } from "./findings.store.ts";
import * as store from "./read-documents.store.ts";

/** One document with its current text, its versions, its sources, and the artifacts of the whole document. */
export async function getDocument(ctx: { db: UserDb }, input: { documentId: DocumentId }): Promise<Document> {
  return ctx.db.tx(async (db) => {
    const row = await store.findReadable(db, input.documentId);
    if (!row) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    const whole = await findWhole(db, row.contribution_id);
    const rendered = new Map((await artifactsOf(db, row.contribution_id)).map((one) => [one.artifact, one.id]));
    const artifacts = parseArtifacts(whole?.markdown ?? row.markdown);
    const standing = (await standings(db, row.session_id)).find((one) => one.id === row.contribution_id);
    const versions = await versionsOf(db, row.id);
    return {
      ...store.toSummary(row, { standing, findings: await findingsOf(db, { rootId: row.contribution_id }) }),
      markdown: row.markdown,
      artifacts: artifacts.map(({ key, title }) => ({ key, title, id: rendered.get(key) ?? null })),
      sources: await store.sourcesOf(db, row.contribution_id),
      versions: versions.map(({ version, author, at, words }) => ({ version, author, at: at.toISOString(), words })),
    };
  });
}

/** One version of a document's text: version 1 is the model's own. */
export async function readDocumentVersion(
  ctx: { db: UserDb },
  input: { documentId: DocumentId; version: number },
): Promise<DocumentVersion & { markdown: string }> {
  const found = await ctx.db.tx(async (db) => {
    const summary = (await versionsOf(db, input.documentId)).find((one) => one.version === input.version);
    const markdown = await textOfVersion(db, input);
    return summary && markdown !== undefined ? { ...summary, markdown } : null;
  });
  if (!found)
    throw new AppError(
      "not_found",
      `There is no version ${input.version} of document ${input.documentId}, or it is not yours.`,
    );
  return { ...found, at: found.at.toISOString() };
}
