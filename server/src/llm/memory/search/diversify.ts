import type { Weighed } from "./weigh.ts";

/** The weight of a passage's own score against its similarity to better passages (MMR's lambda). */
const weightOfWorth = 0.9;
/** The share of a question word's score that is lost if a better passage already contains that word. */
const lossOfAnswered = 0.5;
/** Only this many of the best candidates are considered. */
export const considered = 60;

/** The signs of passages' embeddings, as zeros and ones. */
type Signs = ReadonlyMap<bigint, string>;

/**
 * Picks passages one after the other. A passage loses score if it resembles those picked before, or matches the same words of
 * the question. If the answer needs two passages, five repetitions of the first then do not crowd out the second. Returns the
 * picked passages with the scores they were picked by.
 */
export function diversify(ranked: readonly Weighed[], limit: number, signs: Signs = new Map()): Weighed[] {
  const left = ranked.slice(0, Math.max(considered, limit));
  const best = ranked[0]?.score || 1;
  const picked: Weighed[] = [];
  const answered = new Map<number, number>();
  const packed = new Map([...signs].map(([pos, text]) => [pos, pack(text)]));
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
      likeness.set(
        other.pos,
        Math.max(likeness.get(other.pos) ?? 0, alike(packed.get(one.pos), packed.get(other.pos))),
      );
  }
  return picked;
}

/** The part of a passage's lexical score that comes from question words that picked passages already contain. */
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

type Packed = { bits: number; words: Uint32Array };

/**
 * Packs signs into 32-bit words, so that 32 signs are compared at a time. Every picked passage is compared with every
 * remaining one.
 */
function pack(signs: string): Packed {
  const words = Uint32Array.from({ length: Math.ceil(signs.length / 32) }, (_, at) =>
    Number.parseInt(signs.slice(at * 32, at * 32 + 32), 2),
  );
  return { bits: signs.length, words };
}

/** The approximate cosine of two embeddings from their signs: the share of equal signs gives the angle. */
function alike(one: Packed | undefined, other: Packed | undefined): number {
  if (!one || one.bits === 0 || one.bits !== other?.bits) return 0;
  let different = 0;
  for (let at = 0; at < one.words.length; at++) different += ones((one.words[at] ?? 0) ^ (other.words[at] ?? 0));
  return Math.max(0, Math.cos((Math.PI * different) / one.bits));
}

/** The number of set bits of a 32-bit word, summed by pairs, by fours and by bytes. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
