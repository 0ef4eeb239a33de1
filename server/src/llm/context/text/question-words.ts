import { scanWords } from "./scan-words.ts";

/** Questions are read so far; what comes after has been asked by then. */
const longestQuestion = 40_000;

/** The words that are asked for, each with a number of its own. */
export type QuestionWords = { count: number; indexOf(hash: number): number };

export function questionWords(question: string): QuestionWords {
  const { hashes, count } = scanWords(question.slice(0, longestQuestion));
  const indexes = new Map<number, number>();
  // A look at one bit spares most words of a text the look into the map.
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
