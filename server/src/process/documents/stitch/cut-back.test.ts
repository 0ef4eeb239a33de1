import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedText } from "./assemble.ts";
import { cutBack } from "./cut-back.ts";

describe("cutBack", () => {
  it.each([
    ["a row", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | ", "| a | b |\n|---|---|\n| 1 | 2 |\n"],
    ["a word", "# Plan\n\n- one thing\n- another th", "# Plan\n\n- one thing\n"],
    ["nothing", "# Plan\n", "# Plan\n"],
    ["a long line", `# Plan\n${"word ".repeat(500)}wo`, `# Plan\n${"word ".repeat(500)}`],
    ["a single word", "Supercalifragilistic", "Supercalifragilistic"],
  ])("removes %s that was cut off", (_, text, kept) => expect(cutBack(text)).toBe(kept));
});

/** Simulates a model that continues exactly after the text it is shown. */
function writeInPieces(text: string, cap: number): { text: string; finish_reason: string }[] {
  const chunks: { text: string; finish_reason: string }[] = [];
  for (let at = 0; at < text.length; ) {
    const isLast = at + cap >= text.length;
    const said = text.slice(at, at + cap);
    chunks.push({ text: said, finish_reason: isLast ? "stop" : "length" });
    at += isLast ? said.length : cutBack(said).length;
  }
  return chunks;
}

describe("an answer that is cut off and continued", () => {
  const longWord = Array.from({ length: 40 }, (_, index) => `x${index}`).join("");
  const line = fc.constantFrom("- tea", "| a | b |", "# Plan", "", "One sentence after the other.", longWord);
  it("contains each line, row and word once, at any output limit", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), fc.integer({ min: 20, max: 400 }), (lines, cap) => {
        const text = lines.map((one, index) => `${one}${one === "" ? "" : ` ${index}`}`).join("\n");
        expect(joinedText(writeInPieces(text, cap))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  const repeatedLine = fc.constantFrom(
    "- tea",
    "| a | b |",
    "",
    "| c |",
    "| tea | cup |",
    "One sentence after the other.",
  );
  const runs = fc.array(fc.record({ one: repeatedLine, times: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  it("contains equal rows and lines as often as they were written, at any output limit", () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: 20, max: 400 }), (all, cap) => {
        const lines = all.flatMap(({ one, times }, index) => Array(times).fill(one.replace(/(?=[|.]?$)/, `${index} `)));
        const text = `| a | b |\n|---|---|\n${lines.join("\n")}`;
        expect(joinedText(writeInPieces(text, cap))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("drops none of the repeated lines of a list, if the continuation begins with the line that was cut off", () => {
    const text = `# Plan\n\n${"- tea\n- milk\n".repeat(4)}`;
    const cut = text.indexOf("- tea\n- milk\n- tea") + "- tea\n- milk\n- te".length;
    expect(
      joinedText([
        { text: text.slice(0, cut), finish_reason: "length" },
        { text: text.slice(cut - "- te".length), finish_reason: "stop" },
      ]),
    ).toBe(text);
  });
});
