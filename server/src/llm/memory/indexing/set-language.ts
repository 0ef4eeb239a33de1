import type { MemoryLanguage, ProjectId } from "@dialectic/contract";
import type { MemoryCtx } from "../ctx.ts";
import { enqueueDue } from "../embed/enqueue-due.ts";
import { inOwnProject } from "./index-text.ts";
import * as store from "./sources.store.ts";

/** Sets the language of a project's texts; indexed texts are stemmed again in the background. */
export async function setLanguage(
  ctx: MemoryCtx,
  input: { projectId: ProjectId; language: MemoryLanguage },
): Promise<void> {
  await ctx.db.tx(async (db) => {
    await inOwnProject(() => store.upsertLanguage(db, input));
    await enqueueDue(db, { model: ctx.embedder?.model ?? null });
  });
}
