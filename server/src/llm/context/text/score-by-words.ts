import type { QuestionWords } from "./question-words.ts";
import type { ScannedText } from "./scan-text.ts";

/** The saturation and the length weight of BM25, with the same values as in memory search. */
const k1 = 0.9;
const b = 0.4;

/** The BM25 score of each span of a text for a question; spans are given by the index of their first word. */
export function scoreByWords({ words }: ScannedText, firstWords: Int32Array, asked: QuestionWords): Float32Array {
  const spans = firstWords.length - 1;
  const scores = new Float32Array(Math.max(0, spans));
  const seenIn = new Int32Array(asked.count).fill(-1);
  const holders = new Int32Array(asked.count);
  const found: number[] = []; // span, word, span, word …
  for (let span = 0; span < spans; span += 1) {
    const end = firstWords[span + 1] ?? 0;
    for (let at = firstWords[span] ?? 0; at < end; at += 1) {
      const word = asked.indexOf(words.hashes[at] ?? 0);
      if (word < 0) continue;
      if (seenIn[word] !== span) holders[word] = (holders[word] ?? 0) + 1;
      seenIn[word] = span;
      found.push(span, word);
    }
  }
  const average = Math.max(1, words.count / Math.max(1, spans));
  const times = new Int32Array(asked.count);
  for (let from = 0; from < found.length; ) {
    const span = found[from] ?? 0;
    let to = from;
    for (; to < found.length && found[to] === span; to += 2) {
      const word = found[to + 1] ?? 0;
      times[word] = (times[word] ?? 0) + 1;
    }
    const length = (firstWords[span + 1] ?? 0) - (firstWords[span] ?? 0);
    const norm = k1 * (1 - b + (b * length) / average);
    for (let at = from; at < to; at += 2) {
      const word = found[at + 1] ?? 0;
      const tf = times[word] ?? 0;
      if (tf === 0) continue; // already counted at its first occurrence
      times[word] = 0;
      const rarity = Math.log(1 + (spans - (holders[word] ?? 0) + 0.5) / ((holders[word] ?? 0) + 0.5));
      scores[span] = (scores[span] ?? 0) + (rarity * tf * (k1 + 1)) / (tf + norm);
    }
    from = to;
  }
  return scores;
}
