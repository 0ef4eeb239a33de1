import { scanWords } from "./scan-words.ts";

/** Only this many characters of a question are read. */
const longestQuestion = 40_000;

/** The words of the question, each with an index. */
export type QuestionWords = { count: number; indexOf(hash: number): number };

export function questionWords(question: string): QuestionWords {
  const { hashes, count } = scanWords(question.slice(0, longestQuestion));
  const indexes = new Map<number, number>();
  // A bitmap that rules out most words of a text before the lookup in the map.
  const maybe = new Uint8Array(1 << 16);
  for (let at = 0; at < count; at += 1) {
    const hash = hashes[at] ?? 0;
    if (!indexes.has(hash)) indexes.set(hash, indexes.size);
    maybe[hash >>> 16] = 1;
  }
  return {
    count: indexes.size,
    indexOf: (hash) => (maybe[hash >>> 16] === 1 ? (indexes.get(hash) ?? -1) : -1),
  };
}
