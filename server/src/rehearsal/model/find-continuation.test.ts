import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findContinuation } from "./find-continuation.ts";

/** Text in which no word occurs twice. */
const prose = fc
  .array(fc.constantFrom("plan", "risk", "- ", "\n\n", "# ", "| ", "é", "😀"), { minLength: 60, maxLength: 300 })
  .map((words) => words.map((one, index) => `${one}${index} `).join(""));

/** A text, all of its pieces except the last, and the position at which these pieces end. */
const told = fc.tuple(prose, fc.integer({ min: 30, max: 160 })).map(([whole, size]) => {
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
    whole.slice(n * size, (n + 1) * size),
  );
  const said = pieces.slice(0, Math.max(1, pieces.length - 1));
  return { whole, said, place: said.join("").length };
});

describe("the place where a rehearsal model continues", () => {
  it("is after the earlier answers, even if the middle was shortened to almost nothing", () => {
    fc.assert(
      fc.property(told, fc.array(fc.boolean()), fc.constantFrom(0, 5, 20), ({ whole, said, place }, cut, kept) => {
        // The first piece and the last two are never shortened.
        const shortened = said.map((piece, n) =>
          n > 0 && n < said.length - 2 && cut[n] ? `${piece.slice(0, kept)} […] ` : piece,
        );
        expect(findContinuation(whole, shortened)).toBe(place);
        const spaced = shortened.map((piece) => piece.replaceAll(/\s+/g, " "));
        const rest = (from: number) => whole.slice(from).trimStart();
        expect(rest(findContinuation(whole, spaced))).toBe(rest(place));
      }),
      { numRuns: 500 },
    );
  });

  it("is determined by the lengths of the answers if the text contains the end of the last answer twice", () => {
    const row = "| M1 | open | nobody knows yet, and nobody has been asked so far |\n";
    const whole = `# A\n\n${row}${"First we measure the hall. ".repeat(9)}\n# B\n\n${row}Then we build it.`;
    const second = whole.indexOf(row, 60) + row.length;
    expect(findContinuation(whole, [whole.slice(0, 90), " […] ", "hall. \n# B\n\n", row])).toBe(second);
    expect(findContinuation(whole, [whole.slice(0, 5 + row.length)])).toBe(5 + row.length);
  });

  it("is below the same heading, at the end of a line, if the text has changed", () => {
    const whole = "# A\n\nOne.\n\n# B\n\nTwo words.\nThree words.\n\n# C\n\nFour.\n";
    const goOn = (said: string) => whole.slice(findContinuation(whole, [said]));
    expect(goOn("# A\n\nOther.\n\n# B\n\nQuite")).toBe("\nThree words.\n\n# C\n\nFour.\n");
    expect(goOn(`# A\n\nOther.\n\n# B\n\n${"Much more. ".repeat(9)}`)).toBe("\n# C\n\nFour.\n");
    expect(goOn("# A\n\nOther.\n\n# Unknown\n\nQuite")).toBe("\n# B\n\nTwo words.\nThree words.\n\n# C\n\nFour.\n");
    expect(goOn("# C\n\nAnother four hundred.\n")).toBe("");
  });

  it("is the start of the text if it contains no part of the earlier answers", () => {
    expect(findContinuation("One. Two.", ["Something else."])).toBe(0);
    expect(findContinuation("One. Two.", ["Something else.", ""])).toBe(0);
    expect(findContinuation("One. Two.", [])).toBe(0);
  });
});
