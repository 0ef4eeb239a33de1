import type { Weighed } from "./weigh.ts";

/** The weight of a candidate's other scores, besides its best. */
const weightOfOthers = 0.1;

/**
 * Merges the candidates of several questions. The best score of a candidate counts fully, its other scores a little. On a tie
 * the candidate that ranks higher for its own question comes first, so that the questions alternate.
 */
export function merge(found: readonly Weighed[][]): Weighed[] {
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const merged = new Map<bigint, { one: Weighed; rank: number }>();
  for (const list of found) {
    for (const [rank, one] of list.entries()) {
      const known = merged.get(one.pos);
      const better = !known || one.score > known.one.score ? { one, rank } : known;
      const worse = known ? Math.min(known.one.score, one.score) : 0;
      merged.set(one.pos, { ...better, one: { ...better.one, score: better.one.score + weightOfOthers * worse } });
    }
  }
  return [...merged.values()].sort((a, b) => b.one.score - a.one.score || a.rank - b.rank).map(({ one }) => one);
}
