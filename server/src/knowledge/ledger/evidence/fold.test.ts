import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "./fold.ts";

it("fold returns a text unchanged if no rule applies to it, however long it is", () => {
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
])("folding %j gives %j", (text, folded) => {
  expect(fold(text).text).toBe(folded);
});

/** Texts that mix plain characters with characters to which different folding rules apply. */
const awkward = fc
  .array(
    fc.constantFrom(
      ...[
        "a",
        "Z",
        "7",
        ".",
        " ",
        "  ",
        "\t",
        "\r\n",
        "\u00a0",
        "`",
        "\u2019",
        "\u201c",
        "\u2026",
        "\u2014",
        "\u00ad",
        "\u200b",
      ],
      ...[
        "e\u0301",
        "\u00e9",
        "\u0301",
        " \u0301",
        "\u1112\u1161\u11ab",
        "\u212b",
        "\ufb2c",
        "\ud83d\ude00",
        "\ud83d",
        "\ude00",
      ],
    ),
    { maxLength: 30 },
  )
  .map((units) => units.join(""));

it("fold gives each unit the same position as if every piece of the text were folded separately", () => {
  fc.assert(
    fc.property(awkward, (text) => {
      const alone = [...text.matchAll(/\s+|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[^\s]\p{M}*/gu)].flatMap(
        ({ 0: raw, index }) =>
          [...Array(fold(raw).text.length).keys()].map((unit) => [fold(raw).text[unit], index, index + raw.length]),
      );
      const folded = fold(text);
      const units = [...Array(folded.text.length).keys()].map((unit) => [
        folded.text[unit],
        folded.starts[unit],
        folded.ends[unit],
      ]);
      expect(units).toEqual(alone);
      expect([folded.starts.length, folded.ends.length]).toEqual([units.length, units.length]);
    }),
    { numRuns: 2_000 },
  );
});
