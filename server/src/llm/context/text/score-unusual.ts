import type { Corpus } from "./corpus.ts";
import { isSampled, shingle } from "./tables.ts";

/** The weight of a word that no other text contains. A three-word sequence that no other text contains has weight 1. */
const weightOfWord = 2;

/**
 * Scores each unit by how many of its words and word sequences occur in no other text of the prompt, compared with the
 * average of its own text. If the texts have hardly anything in common, the score depends on what is rare within the text.
 */
export function scoreUnusual(corpus: Corpus, index: number): Float32Array {
  const scanned = corpus.texts[index];
  if (!scanned) return new Float32Array();
  const { words, units, firstWords } = scanned;
  const scores = new Float32Array(units.count);
  let total = 0;
  for (let unit = 0; unit < units.count; unit += 1) {
    const first = firstWords[unit] ?? 0;
    const end = firstWords[unit + 1] ?? 0;
    let own = 0;
    for (let at = first; at < end; at += 1) {
      const hash = words.hashes[at] ?? 0;
      if (corpus.isOwnWord(hash, index)) own += weightOfWord / Math.max(1, corpus.timesOf(hash));
      if (at < first + 2 || !isSampled(words.hashes[at - 1] ?? 0)) continue;
      const three = shingle(words.hashes[at - 2] ?? 0, words.hashes[at - 1] ?? 0, hash);
      if (corpus.isOwnShingle(three, index)) own += 1;
    }
    scores[unit] = own;
    total += own;
  }
  const usual = total / Math.max(1, words.count);
  for (let unit = 0; unit < units.count; unit += 1) {
    const length = (firstWords[unit + 1] ?? 0) - (firstWords[unit] ?? 0);
    scores[unit] = Math.max(0, (scores[unit] ?? 0) - usual * length);
  }
  return scores;
}
