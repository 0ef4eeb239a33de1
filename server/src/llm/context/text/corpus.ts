import { findDisagreements } from "./find-disagreements.ts";
import { type ScannedText, scanText } from "./scan-text.ts";
import { createOwners, createTimes, isSampled, shingle } from "./tables.ts";

export type Corpus = {
  texts: readonly ScannedText[];
  /** True if no other text of the prompt contains this word (`isOwnWord`) or this sequence of three words (`isOwnShingle`). */
  isOwnWord(hash: number, text: number): boolean;
  isOwnShingle(hash: number, text: number): boolean;
  /** The number of occurrences of a word in all texts. */
  timesOf(word: number): number;
  /** For each text, how strongly each of its units disagrees with a similar unit of another text, from 0 to 1. */
  disagreements: readonly Float32Array[];
};

/** The maximum number of different words that are counted separately. */
const mostWords = 1 << 19;

/** Compares all texts of a prompt. A unit is unusual if no other text says the same. */
export function createCorpus(texts: readonly string[]): Corpus {
  const scanned = texts.map(scanText);
  const entries = scanned.reduce((sum, { words }) => sum + words.count, 0);
  // Most words repeat, so the table needs no room for every occurrence.
  const words = createOwners(Math.min(4 * entries, mostWords));
  const times = createTimes(Math.min(4 * entries, mostWords));
  const shingles = createOwners(entries);
  for (const [index, one] of scanned.entries()) {
    const { count, hashes } = one.words;
    let [first, second] = [0, 0];
    for (let at = 0; at < count; at += 1) {
      const third = hashes[at] ?? 0;
      words.note(third, index);
      times.note(third);
      if (at >= 2 && isSampled(second)) shingles.note(shingle(first, second, third), index);
      first = second;
      second = third;
    }
  }
  return {
    texts: scanned,
    isOwnWord: words.isOwn,
    isOwnShingle: shingles.isOwn,
    timesOf: times.of,
    disagreements: findDisagreements(scanned),
  };
}
