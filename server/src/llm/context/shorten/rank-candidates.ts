import type { Candidate } from "./candidates.ts";

/** The similarity of each document to the question, by its id: cosines, or scores by words. */
export type Nearness = ReadonlyMap<string, number>;

/** The score of each document for a chain, between 0 and 1, by its id. */
export type Scores = Record<string, number>;

/** Nearness times relevance, scaled so that the lowest document has 0 and the highest 1. */
export function scoresOf(candidates: readonly Candidate[], nearness: Nearness): Scores {
  const documents = candidates.filter(({ kind }) => kind === "document");
  const raw = documents.map(({ id, relevance }) => (nearness.get(id) ?? 0) * relevance);
  // No Math.min(...raw): there may be more documents than a function call accepts arguments.
  const least = raw.reduce((low, one) => Math.min(low, one), Number.POSITIVE_INFINITY);
  const range = raw.reduce((high, one) => Math.max(high, one), Number.NEGATIVE_INFINITY) - least;
  // If no document stands out, all get the same score.
  return Object.fromEntries(
    documents.map(({ id }, index) => [id, range > 0 ? ((raw[index] ?? 0) - least) / range : 0.5]),
  );
}

/** The position in the history at which a message scores one half. */
const halfway = 4;

/**
 * All candidates, in the order in which they are shortened. The score of a message grows with its position and does not
 * depend on how many messages there are, because a chain's history only grows, and a message that ranked below a
 * document in one call must not rank above it in the next.
 */
export function rankCandidates(candidates: readonly Candidate[], scores: Scores): Candidate[] {
  let place = 0;
  const scoreOf = ({ id, kind }: Candidate): number => {
    if (kind === "document") return scores[id] ?? 1;
    const score = place / (place + halfway);
    place += 1;
    return score;
  };
  return candidates
    .map((candidate, index) => ({ candidate, score: scoreOf(candidate), index }))
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .map(({ candidate }) => candidate);
}
