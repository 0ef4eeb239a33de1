import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Line = z.object({ type: z.string(), text: z.string().optional() });

/** Every sentence of the texts that the memory benchmark searches. */
export function readSentences(): string[] {
  const texts = ["documents.jsonl", "conversations.jsonl"].flatMap((file) =>
    readFileSync(join(import.meta.dirname, "data", file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Line.parse(JSON.parse(line)).text ?? ""),
  );
  return texts.flatMap((text) => text.match(/[A-Z][^.!?\n]{20,}[.!?]/g) ?? []);
}

/** Pseudo-random numbers below 1, the same in every run. */
export function createChance(seed: number): () => number {
  let state = (seed * 7_919 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
