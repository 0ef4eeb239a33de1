import type { ProjectId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import * as store from "./sources.store.ts";

/** Takes a source out of memory, with its passages and the embeddings nothing else has. */
export async function forgetSource(
  ctx: { db: UserDb },
  input: { key: string; projectId?: ProjectId | undefined },
): Promise<void> {
  await ctx.db.tx(async (db) => {
    const source = await store.selectSource(db, input);
    if (!source) throw new AppError("not_found", `There is nothing called ${input.key} in memory.`);
    await store.deleteSource(db, source.id);
    await store.deleteUnusedEmbeddings(db);
  });
}
