import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostClaims, readDocument } from "#documents";
import { readReview } from "./read-review.ts";

/** Fragments that the parsers look for. The tests join them in random order. */
const pieces = fc.constantFrom(
  "# Claims\n",
  "# Scorecard\n",
  "- C: ",
  "- [C1] ",
  "C1, ",
  "| ",
  " |",
  "\\|",
  "|---|---|\n",
  "\n",
  "\n\n",
  " ",
  "7",
  "/10",
  "-",
  "—",
  " — ",
  "if unanswered: ",
  "- [ ] **Q** ",
  "?",
  "### R-1 ",
  "## M1 ",
  "- Depends on: M1, M2\n",
  "- Requirements: R-1 to R-900\n",
  "kept",
  "[",
  "]",
  "[C4]",
  "[D1, F2]",
  "```",
  "~~~",
  "**",
  "_",
  "\t",
  "\r",
  "===\n",
  "\ud800",
  "\u0000",
  "é",
);
const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((parts) => parts.join(""));

const artifacts = ["Claims", "Scorecard", "Resolved positions", "Open questions", "Requirements", "Milestones"];

function parseAll(markdown: string) {
  const text = artifacts.map((title) => `# ${title}\n${markdown}\n`).join("\n");
  const claims = Array.from({ length: 9 }, (_, index) => ({ number: index + 1, text: `Claim ${index}` }));
  const numbers = { C: new Set([1]), D: new Set<number>(), F: new Set<number>(), Q: new Set<number>() };
  return { ...readReview(text, { toJudge: claims, numbers }), read: readDocument(text) };
}

describe("any model output", () => {
  it("is parsed without an error, and all parsed numbers are valid", () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const { claims, scores, verdicts, questions, references } = parseAll(markdown);
        expect(claims.length).toBeLessThanOrEqual(mostClaims);
        for (const claim of [...claims, ...questions.map((one) => one.text)]) expect(claim.trim()).not.toBe("");
        for (const { score, weight } of scores) {
          expect(score >= 0 && score <= 10).toBe(true);
          expect(weight === null || Number.isFinite(weight)).toBe(true);
        }
        for (const { claim } of verdicts) expect(Number.isSafeInteger(claim)).toBe(true);
        expect(new Set(verdicts.map(({ claim }) => claim)).size).toBe(verdicts.length);
        for (const { number } of references) expect(Number.isSafeInteger(number)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    "C1, ",
    "[",
    "[C1",
    "| ",
    "- C: ",
    " ",
    "- [ ] **Q** ",
    " — ",
    "**",
    "C1 and ",
    "M1 → ",
    "\\|",
    "if unanswered ",
  ])("is parsed in linear time if it contains a line of “%s”", (piece) => {
    const timeOf = (times: number) => {
      const line = `- ${piece.repeat(times)}x\n| ${piece.repeat(times)}`;
      const runs = Array.from({ length: 3 }, () => {
        const from = performance.now();
        parseAll(line);
        return performance.now() - from;
      });
      return Math.min(...runs);
    };
    timeOf(1_000);
    // One text is a hundred times as long as the other, so a quadratic parser would need ten thousand times the time.
    expect(timeOf(200_000)).toBeLessThan(1_000 * (timeOf(2_000) + 0.05));
  });

  it("is parsed in time proportional to the number of its lines", () => {
    const timeOf = (lines: number) => {
      const body = Array.from(
        { length: lines },
        (_, index) => `| C${index} | maybe | x |\n- C: ${index} a\n## M${index} t\n- Depends on: M${index + 1}\n`,
      );
      const from = performance.now();
      parseAll(body.join(""));
      return performance.now() - from;
    };
    timeOf(200);
    expect(timeOf(20_000)).toBeLessThan(1_500 * (timeOf(200) + 0.05));
  });
});
