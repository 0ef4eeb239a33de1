import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ResourceDocument } from "../../server/src/llm/context/index.ts";

const Line = z.object({ type: z.string(), text: z.string().optional() });

/** English takes about so many characters a token. */
const perToken = 4.4;

/** Every sentence of the texts that the benchmark of memory searches. */
function readSentences(): string[] {
  const texts = ["documents.jsonl", "conversations.jsonl"].flatMap((file) =>
    readFileSync(join(import.meta.dirname, "..", "data", file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Line.parse(JSON.parse(line)).text ?? ""),
  );
  return texts.flatMap((text) => text.match(/[A-Z][^.!?\n]{20,}[.!?]/g) ?? []);
}

/**
 * Documents of so many tokens in all, of sentences in any order, with numbers and names of their own: no two rounds
 * have a text in common, so that nothing is remembered from one to the next.
 */
export function makeDocuments(input: { tokens: number; documents: number; seed: number }): ResourceDocument[] {
  const sentences = readSentences();
  let state = input.seed * 7_919 + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
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
