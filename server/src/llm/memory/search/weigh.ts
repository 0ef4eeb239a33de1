import type { Candidate } from "./search.store.ts";

/**
 * How candidates are ranked: by their own words (`bm25`), by the words of their neighbours as well (`window`), by meaning alone
 * (`vectors`), or by words and meaning (`fusion`).
 */
export const searchMethods = ["bm25", "window", "vectors", "fusion"] as const;
export type SearchMethod = (typeof searchMethods)[number];

/** `lexical`: the part of the score from words. */
export type Weighed = Candidate & { score: number; lexical: number };

/** The weight of meaning against words. Scores are added, not ranks: ranks ignore how far apart two candidates are. */
const weightOfMeaning = 0.5;

/**
 * The candidates of one question, best first. The best lexical score is scaled to 1, so that scores of different questions can
 * be compared.
 */
export function weigh(candidates: readonly Candidate[], method: SearchMethod): Weighed[] {
  const best = Math.max(...candidates.map((one) => (method === "bm25" ? one.bm25 : one.windowed) ?? 0), 0) || 1;
  const scoreOf: Record<SearchMethod, (one: Candidate) => number> = {
    bm25: ({ bm25 }) => (bm25 ?? 0) / best,
    window: ({ windowed }) => (windowed ?? 0) / best,
    vectors: ({ cosine }) => cosine ?? 0,
    fusion: ({ windowed, cosine }) => (windowed ?? 0) / best + weightOfMeaning * (cosine ?? 0),
  };
  return candidates
    .map((one) => ({
      ...one,
      score: scoreOf[method](one),
      lexical: method === "vectors" ? 0 : (one.windowed ?? 0) / best,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.pos < b.pos ? -1 : 1));
}
