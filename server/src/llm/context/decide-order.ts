import { measureNearness } from "#memory";
import type { Candidate } from "./candidates.ts";
import * as store from "./orders.store.ts";
import { type Nearness, type Worths, worthsOf } from "./rank-candidates.ts";
import type { FitCtx, FitInput, FitTools } from "./terms.ts";

/** The name of a part in memory: its content. */
export const partKey = (contentHash: string): string => `part:${contentHash}`;

/**
 * What each document is worth, as it was decided for the chain; else decided now, and written down before anything is
 * shortened by it. By vectors if every document has all of its own by now, else by words (`byWords`).
 */
export async function decideOrder(
  ctx: FitCtx,
  tools: FitTools,
  input: Pick<FitInput, "chainId" | "projectId"> & {
    candidates: Candidate[];
    question: string;
    byWords: () => Nearness;
    hashOf: (text: string) => string;
  },
): Promise<Worths> {
  const { chainId, projectId = null, candidates, hashOf } = input;
  const known = chainId ? await ctx.db.tx((db) => store.selectOrder(db, chainId)) : undefined;
  if (known) return known.worths;
  const documents = candidates.filter(({ kind }) => kind === "document");
  const near =
    projectId && tools.embedder
      ? await measureNearness(
          { db: ctx.db, embedder: tools.embedder ?? null },
          { projectId, keys: documents.map(({ text }) => partKey(hashOf(text))), question: input.question },
        )
      : null;
  const nearness = near
    ? new Map(documents.map(({ id, text }) => [id, near.get(partKey(hashOf(text))) ?? 0]))
    : input.byWords();
  const order: store.Order = { worths: worthsOf(candidates, nearness), method: near ? "vectors" : "words" };
  if (!chainId) return order.worths;
  return ctx.db.tx(async (db) => {
    await store.insertOrder(db, { chainId, projectId, order });
    return (await store.selectOrder(db, chainId))?.worths ?? order.worths;
  });
}
