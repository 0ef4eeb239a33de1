import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { createCorpus } from "./corpus.ts";
import { findDisagreements } from "./find-disagreements.ts";
import { questionWords } from "./question-words.ts";
import { scanText } from "./scan-text.ts";
import { shortenText } from "./shorten-text.ts";

const shortened = (text: string) =>
  shortenText(createCorpus([text, text.slice(0, text.length / 2)]), 0, {
    asked: questionWords("What is the plan?"),
    passages: [{ start: 0, end: text.length }],
    tokens: text.length / 4,
    budget: text.length / 40,
    count: (part) => Math.ceil(part.length / 4),
  });

it.each<[string, (text: string) => unknown]>([
  ["shortenText", shortened],
  ["findDisagreements", (text) => findDisagreements([scanText(text), scanText(`${text}x`)])],
])("%s reads hostile text in linear time and never throws", { timeout: 120_000 }, (_, read) => {
  expect(findSlowClasses(read)).toEqual([]);
});
