/**
 * The thread that holds the English dictionary. Loading it takes half a second and each suggestion about 20 ms, which would
 * block the server's event loop for too long.
 */
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import nspell from "nspell";
import type { SpellingAnswer, SpellingQuestion } from "./create-speller.ts";

const port = parentPort;
if (!port) throw new Error("spelling-thread.ts runs as a worker thread only");

const mostHints = 6;
const mostSuggestions = 3;

// Reads synchronously and as text. With the package's own top-level await and buffers, a process that exits while the
// dictionary loads crashes in V8 (70 of 231 tries; 0 of 198 this way).
const read = (file: string): string => readFileSync(new URL(file, import.meta.resolve("dictionary-en")), "utf8");
const speller = nspell(read("index.aff"), read("index.dic"));

/** The dictionary is American; British spellings of its words are accepted, too. */
const british: readonly [RegExp, string][] = [
  [/our/, "or"],
  [/is(?=e|ing|ation)/, "iz"],
  [/ys(?=e|ing)/, "yz"],
  [/re$/, "er"],
  [/ll(?=ed|ing|er)/, "l"],
  [/ogue/, "og"],
  [/mme/, "m"],
  [/ence$/, "ense"],
];
const isRight = (word: string): boolean =>
  speller.correct(word) || british.some(([form, us]) => form.test(word) && speller.correct(word.replace(form, us)));

port.on("message", ({ id, words, mostUnknown }: SpellingQuestion) => {
  const unknown = words.filter((word) => !isRight(word));
  // In a text in another language most words are unknown, and suggestions for them would be noise.
  const isEnglish = unknown.length <= Math.max(1, mostUnknown);
  const hints = (isEnglish ? unknown.slice(0, mostHints) : []).map((word) => ({
    word,
    suggestions: speller.suggest(word).slice(0, mostSuggestions),
  }));
  port.postMessage({ id, hints } satisfies SpellingAnswer);
});
