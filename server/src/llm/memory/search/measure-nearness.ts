import type { ProjectId } from "@dialectic/contract";
import type { MemoryCtx } from "../ctx.ts";
import { vectorsBy } from "../embed/vectors-by.ts";
import * as store from "../passages/passages.store.ts";
import { selectModel } from "./search.store.ts";

/** Only this many characters of a question are embedded. */
const longestQuestion = 8_000;

/**
 * The similarity of indexed texts to a question: for the key of each text, the cosine of its nearest passage. Null
 * unless every passage of every text has its vector, because scores by meaning and scores by words cannot be compared.
 */
export async function measureNearness(
  ctx: MemoryCtx,
  input: { projectId: ProjectId; keys: readonly string[]; question: string },
): Promise<Map<string, number> | null> {
  // Only the free built-in model is used, because no spending has been approved at this point.
  const embedder = ctx.embedder && "before" in ctx.embedder ? ctx.embedder.before : ctx.embedder;
  const keys = [...new Set(input.keys)];
  if (!embedder || keys.length === 0) return null;
  const model = await ctx.db.tx(async (db) => {
    const searchedBy = await selectModel(db);
    if (searchedBy === null) return null;
    const embedded = await store.countEmbedded(db, { ...input, keys, model: searchedBy });
    return embedded === keys.length ? searchedBy : null;
  });
  if (model === null) return null;
  const questions = [input.question.slice(0, longestQuestion).toWellFormed().replaceAll("\0", " ")];
  const [near] = (await vectorsBy(model, { embedder, db: ctx.db, questions })) ?? [];
  if (!near) return null;
  const rows = await ctx.db.tx((db) => store.selectNearness(db, { ...input, keys, model, near }));
  return rows.length === keys.length ? new Map(rows.map(({ key, nearness }) => [key, nearness])) : null;
}
