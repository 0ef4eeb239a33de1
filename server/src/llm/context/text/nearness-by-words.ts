import type { Corpus } from "./corpus.ts";
import type { QuestionWords } from "./question-words.ts";

/**
 * Scores each text by the words of the question that it uses. The fewer texts use a word, the more it weighs; it weighs
 * a little more in a text that uses it often.
 */
export function nearnessByWords({ texts }: Corpus, asked: QuestionWords): number[] {
  const uses = texts.map(({ words }) => {
    const times = new Int32Array(asked.count);
    for (let at = 0; at < words.count; at += 1) {
      const word = asked.indexOf(words.hashes[at] ?? 0);
      if (word >= 0) times[word] = (times[word] ?? 0) + 1;
    }
    return { times, length: words.count };
  });
  const average = Math.max(1, uses.reduce((sum, { length }) => sum + length, 0) / Math.max(1, uses.length));
  const rarity = Array.from({ length: asked.count }, (_, word) => {
    const holders = uses.filter(({ times }) => (times[word] ?? 0) > 0).length;
    return Math.log(1 + (uses.length - holders + 0.5) / (holders + 0.5));
  });
  return uses.map(({ times, length }) =>
    rarity.reduce((sum, weight, word) => {
      const tf = times[word] ?? 0;
      return tf === 0 ? sum : sum + (weight * tf * 1.9) / (tf + 0.9 * (0.6 + (0.4 * length) / average));
    }, 0),
  );
}
