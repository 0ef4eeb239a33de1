import { expect, it } from "vitest";
import { fold } from "./fold.ts";

it("returns a text unchanged if folding cannot affect it, however long it is", () => {
  const words = "a ".repeat(5_000_000).trim();
  const folded = fold(words);
  expect(folded.text).toBe(words);
  expect(folded.starts).toHaveLength(words.length);
});

it.each([
  ["two  spaces", "two spaces"],
  ["a space at the end ", "a space at the end "],
  ["`quoted`", "'quoted'"],
  ["“curly”", '"curly"'],
])("folds %j", (text, folded) => {
  expect(fold(text).text).toBe(folded);
});
