import type { Weighed } from "./weigh.ts";

/** How much a passage's own worth counts against its likeness to better ones (MMR's lambda). */
const weightOfWorth = 0.9;
/** How much of what a word of the question gives is lost when a better passage has answered that word already. */
const lossOfAnswered = 0.5;
/** As many of the best are chosen from. */
export const considered = 60;

/** The signs of passages' embeddings, as noughts and ones. */
type Signs = ReadonlyMap<bigint, string>;

/**
 * Picks passages one after the other. One that resembles those picked before loses by that; and so does one that answers
 * the same words of the question, so that the second passage of a question that needs two is not crowded out by five
 * that repeat the first. Returns the picked, with the scores they were picked by.
 */
export function diversify(ranked: readonly Weighed[], limit: number, signs: Signs = new Map()): Weighed[] {
  const left = ranked.slice(0, Math.max(considered, limit));
  const best = ranked[0]?.score || 1;
  const picked: Weighed[] = [];
  const answered = new Map<number, number>();
  const likeness = new Map(left.map((one) => [one.pos, 0]));
  while (picked.length < limit && left.length > 0) {
    let chosen = { index: 0, worth: Number.NEGATIVE_INFINITY };
    for (const [index, one] of left.entries()) {
      const worth =
        (weightOfWorth * (one.score - lossOfAnswered * repeated(one, answered))) / best -
        (1 - weightOfWorth) * (likeness.get(one.pos) ?? 0);
      if (worth > chosen.worth) chosen = { index, worth };
    }
    const [one] = left.splice(chosen.index, 1);
    if (!one) break;
    picked.push({ ...one, score: chosen.worth });
    remember(one, answered);
    for (const other of left)
      likeness.set(other.pos, Math.max(likeness.get(other.pos) ?? 0, alike(signs.get(one.pos), signs.get(other.pos))));
  }
  return picked;
}

/** What part of a passage's lexical score comes from words that are answered, on the scale of its score. */
function repeated({ words, shares, windowed, lexical }: Weighed, answered: ReadonlyMap<number, number>): number {
  if (!words || !shares || !windowed) return 0;
  const sum = words.reduce((total, word, index) => total + Math.min(shares[index] ?? 0, answered.get(word) ?? 0), 0);
  return (lexical * sum) / windowed;
}

function remember({ words, shares }: Weighed, answered: Map<number, number>): void {
  for (const [index, word] of (words ?? []).entries()) {
    answered.set(word, Math.max(answered.get(word) ?? 0, shares?.[index] ?? 0));
  }
}

/** The cosine of two embeddings, as far as their signs tell: the share of equal ones is the angle between them. */
function alike(one: string | undefined, other: string | undefined): number {
  if (!one || one.length !== other?.length) return 0;
  let different = 0;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) different++;
  return Math.max(0, Math.cos((Math.PI * different) / one.length));
}
