import type { ProjectId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import * as store from "./sources.store.ts";

/** Removes a source from memory, with its passages and embeddings that no other source uses. */
export async function forgetSource(
  ctx: { db: UserDb },
  input: { key: string; projectId?: ProjectId | undefined },
): Promise<void> {
  await ctx.db.tx(async (db) => {
    const source = await store.selectSource(db, input);
    if (!source) throw new AppError("not_found", `There is no source ${input.key} in memory.`);
    await store.deleteSource(db, source.id);
    await store.deleteUnusedEmbeddings(db);
  });
}
