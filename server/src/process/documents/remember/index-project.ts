import type { IndexedMemory, ProjectId } from "@dialectic/contract";
import type { MemoryCtx } from "#memory";
import { AppError } from "#platform";
import { findProject } from "../tree/project-tree.store.ts";
import { rememberText } from "./remember-text.ts";
import * as store from "./texts-due.store.ts";

/** Indexes a project's brief and its documents in memory at once. Skips texts that are already indexed. */
export async function indexProject(ctx: MemoryCtx, { projectId }: { projectId: ProjectId }): Promise<IndexedMemory[]> {
  const { project, documents, due } = await ctx.db.tx(async (db) => ({
    project: await findProject(db, projectId),
    documents: await store.wholeDocuments(db, projectId),
    due: await store.selectTextsDue(db, { projectId }),
  }));
  if (!project) throw new AppError("not_found", `There is no project ${projectId}, or it is not yours.`);
  const indexed: (IndexedMemory | null)[] = [];
  for (const documentId of [null, ...documents]) indexed.push(await rememberText(ctx, { projectId, documentId }));
  await ctx.db.tx(async (db) => {
    for (const text of due) await store.deleteMarks(db, text);
  });
  return indexed.filter((one) => one !== null);
}
