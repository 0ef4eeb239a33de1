import type { Candidate } from "./candidates.ts";

/** How near each document is to what is asked, by its id: cosines, or scores by words. */
export type Nearness = ReadonlyMap<string, number>;

/** What was decided for a chain: what each document is worth, between 0 and 1, by its id. */
export type Worths = Record<string, number>;

/** Nearness times relevance, scaled so that the least of the documents has 0 and the best 1. */
export function worthsOf(candidates: readonly Candidate[], nearness: Nearness): Worths {
  const documents = candidates.filter(({ kind }) => kind === "document");
  const raw = documents.map(({ id, relevance }) => (nearness.get(id) ?? 0) * relevance);
  // Not as arguments: there may be more of them than a call takes.
  const least = raw.reduce((low, one) => Math.min(low, one), Number.POSITIVE_INFINITY);
  const range = raw.reduce((high, one) => Math.max(high, one), Number.NEGATIVE_INFINITY) - least;
  // Equal ones differ by nothing but where they stand; then all are worth the same.
  return Object.fromEntries(
    documents.map(({ id }, index) => [id, range > 0 ? ((raw[index] ?? 0) - least) / range : 0.5]),
  );
}

/** Messages rise to a half at this place of the middle. */
const halfway = 4;

/**
 * All candidates as one list, the one to be shortened first at its beginning. A message is worth the more the later it
 * stands, by its place alone and not by how many there are: a chain's history only grows, and what was worth less than
 * a document in one turn must not be worth more in the next.
 */
export function rankCandidates(candidates: readonly Candidate[], worths: Worths): Candidate[] {
  let place = 0;
  const worthOf = ({ id, kind }: Candidate): number => {
    if (kind === "document") return worths[id] ?? 1;
    const worth = place / (place + halfway);
    place += 1;
    return worth;
  };
  return candidates
    .map((candidate, index) => ({ candidate, worth: worthOf(candidate), index }))
    .sort((a, b) => a.worth - b.worth || a.index - b.index)
    .map(({ candidate }) => candidate);
}
