import { measureNearness } from "#memory";
import { crashPoint, sha256 } from "#platform";
import type { FitCtx, FitInput, FitTools } from "../fit.ts";
import type { Candidate } from "./candidates.ts";
import * as store from "./orders.store.ts";
import { type Nearness, type Scores, scoresOf } from "./rank-candidates.ts";

/** The key of a part in memory: parts with the same content share it. */
export const partKey = (contentHash: string): string => `part:${contentHash}`;

type Deciding = Pick<FitInput, "chainId" | "projectId" | "purpose"> & {
  candidates: Candidate[];
  question: string;
  byWords: () => Nearness;
  hashOf: (text: string) => string;
};

/**
 * The scores that decide the order in which documents are shortened. Uses the scores that are stored for the chain, else
 * the scores of a sibling chain (same purpose, question and documents), else computes them. The chain's scores are stored
 * before anything is shortened.
 */
export async function decideOrder(ctx: FitCtx, tools: FitTools, input: Deciding): Promise<Scores> {
  const { chainId, projectId = null } = input;
  const basis = basisOf(input);
  // Stored scores are found by chain or by project. Here, there is neither.
  if (!chainId && !projectId) return (await decide(ctx, tools, input)).scores;
  const known = await ctx.db.tx(async (db) => {
    const own = chainId ? await store.selectOrder(db, chainId) : undefined;
    return { own, siblings: own || !projectId ? undefined : await store.selectSiblings(db, { projectId, basis }) };
  });
  if (known.own) return known.own.scores;
  const order = known.siblings ?? (await decide(ctx, tools, input));
  if (!chainId) return order.scores;
  crashPoint("order decided");
  const kept = await ctx.db.tx(async (db) => {
    await store.insertOrder(db, { chainId, projectId, basis, order });
    return (await store.selectOrder(db, chainId))?.scores ?? order.scores;
  });
  crashPoint("order kept");
  return kept;
}

/** Scores the documents by vectors if all vectors of all documents exist, else by words. */
async function decide(ctx: FitCtx, tools: FitTools, input: Deciding): Promise<store.Order> {
  const { candidates, projectId, question, hashOf } = input;
  const documents = documentsOf(candidates);
  const keys = documents.map(({ text }) => partKey(hashOf(text)));
  const near =
    projectId && tools.embedder
      ? await measureNearness({ db: ctx.db, embedder: tools.embedder }, { projectId, keys, question })
      : null;
  const nearness = near
    ? new Map(documents.map(({ id }, index) => [id, near.get(keys[index] ?? "") ?? 0]))
    : input.byWords();
  return { scores: scoresOf(candidates, nearness), method: near ? "vectors" : "words" };
}

const documentsOf = (candidates: readonly Candidate[]) => candidates.filter(({ kind }) => kind === "document");

function basisOf({ purpose, question, candidates, hashOf }: Deciding): string {
  const documents = documentsOf(candidates).map(({ id, text, relevance }) => [id, hashOf(text), relevance]);
  return sha256(JSON.stringify([purpose, question, documents]));
}
