import type { Document, DocumentId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { artifactsOf, findWhole } from "./document.store.ts";
import * as store from "./read-documents.store.ts";
import { parseArtifacts } from "./text/artifacts.ts";

/** One document with its text, what it was made of, and the artifacts of the whole it is or belongs to. */
export async function getDocument(ctx: { db: UserDb }, input: { documentId: DocumentId }): Promise<Document> {
  return ctx.db.tx(async (db) => {
    const row = await store.findReadable(db, input.documentId);
    if (!row) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    const whole = await findWhole(db, row.contribution_id);
    const rendered = new Map((await artifactsOf(db, row.contribution_id)).map((one) => [one.artifact, one.id]));
    const artifacts = parseArtifacts(whole?.markdown ?? row.markdown);
    return {
      ...store.toSummary(row),
      markdown: row.markdown,
      artifacts: artifacts.map(({ key, title }) => ({ key, title, id: rendered.get(key) ?? null })),
      sources: await store.sourcesOf(db, row.contribution_id),
    };
  });
}
