import type { Weighed } from "./weigh.ts";

/** How much it counts that a passage answers other questions, too. */
const weightOfOthers = 0.1;

/** The candidates of several questions as one list: by the best score of each, and a little by the others. */
export function merge(found: readonly Weighed[][]): Weighed[] {
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const merged = new Map<bigint, Weighed>();
  for (const one of found.flat()) {
    const known = merged.get(one.pos);
    if (!known) merged.set(one.pos, one);
    else {
      const [better, worse] = known.score >= one.score ? [known, one] : [one, known];
      merged.set(one.pos, { ...better, score: better.score + weightOfOthers * worse.score });
    }
  }
  return [...merged.values()].sort((a, b) => b.score - a.score || (a.pos < b.pos ? -1 : 1));
}
