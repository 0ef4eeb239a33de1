import type { IndexedMemory, ProjectId } from "@dialectic/contract";
import { indexText, type MemoryCtx } from "#memory";
import { AppError } from "#platform";
import * as store from "./read-documents.store.ts";
import { findProject } from "./tree/project-tree.store.ts";

/** Puts a project's brief and its whole documents into memory. What is there already is left alone. */
export async function indexProject(ctx: MemoryCtx, { projectId }: { projectId: ProjectId }): Promise<IndexedMemory[]> {
  const { project, documents } = await ctx.db.tx(async (db) => ({
    project: await findProject(db, projectId),
    documents: await store.wholeTexts(db, projectId),
  }));
  if (!project) throw new AppError("not_found", `There is no project ${projectId}, or it is not yours.`);
  const brief = { key: "brief", kind: "document" as const, text: project.brief, projectId };
  const indexed: IndexedMemory[] = [];
  for (const text of [brief, ...documents.map((one) => ({ ...one, key: `document:${one.documentId}`, projectId }))]) {
    const { chunks, unchanged } = await indexText(ctx, { ...text, kind: "document" });
    indexed.push({ source: text.key, chunks, unchanged });
  }
  return indexed;
}
