import type { ResourceDocument } from "../../server/src/llm/context/index.ts";
import { createChance, readSentences } from "../sentences.ts";

/** The approximate number of characters per token of English text. */
const perToken = 4.4;

/**
 * Makes documents with `tokens` tokens in total from shuffled sentences with unique numbers and names. No two rounds share a
 * text, so caches do not help.
 */
export function makeDocuments(input: { tokens: number; documents: number; seed: number }): ResourceDocument[] {
  const sentences = readSentences();
  const chance = createChance(input.seed);
  const below = (limit: number): number => Math.floor(chance() * limit);
  const names = Array.from({ length: 200 }, () =>
    Array.from({ length: 6 }, () => "aeioubdklmnrst"[below(14)]).join(""),
  );
  const length = Math.ceil((input.tokens * perToken) / input.documents);
  return Array.from({ length: input.documents }, (_, n) => {
    const parts: string[] = [`# Document ${n} of ${input.seed}\n\n`];
    for (let size = 0, at = 0; size < length; at += 1) {
      const plain = sentences[below(sentences.length)] ?? "";
      const own = plain
        .replace(/\d+/g, () => String(below(9_000)))
        .replace(/ the /, ` the ${names[below(names.length)]} `);
      const end = at % 40 === 39 ? `\n\n## Part ${at}\n\n` : at % 6 === 5 ? "\n\n" : " ";
      parts.push(own + end);
      size += own.length + end.length;
    }
    return { id: `d${n}`, label: `Document ${n}`, text: parts.join("").trim() };
  });
}
