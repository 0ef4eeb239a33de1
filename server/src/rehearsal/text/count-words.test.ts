import fc from "fast-check";
import { expect, it } from "vitest";
import { countWords } from "./count-words.ts";

it.each([
  ["", 0],
  ["one two", 2],
  ["a-b c", 3],
  ["| a | b |", 5],
  ["“quoted”, — yes", 3],
  ["我们想开店", 6],
  ["שלום עולם", 2],
  ["𝒜 𝒷", 2],
])("%j has %i words", (text, count) => {
  expect(countWords(text)).toBe(count);
});

it("counts as many words in one pass as separate regular expressions do", () => {
  const slowly = (text: string): number => {
    const spaced = text.match(/\S+/g)?.length ?? 0;
    const runs = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const unspaced = (text.match(/[\p{L}\p{N}]/gu) ?? []).filter((one) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(one),
    ).length;
    return Math.max(spaced, runs) + unspaced;
  };
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.lorem());
  fc.assert(
    fc.property(texts, (text) => {
      expect(countWords(text)).toBe(slowly(text));
    }),
  );
});
