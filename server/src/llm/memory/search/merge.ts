import type { Weighed } from "./weigh.ts";

/** How much it counts that a passage answers other questions, too. */
const weightOfOthers = 0.1;

/**
 * The candidates of several questions as one list: by the best score of each, and a little by the others. Of equal ones
 * that comes first which stands higher in its question's own list, so that each question is answered in turn.
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
