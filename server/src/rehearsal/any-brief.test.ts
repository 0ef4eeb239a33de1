import fc from "fast-check";
import { expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { rehearse } from "./sample-process.fixture.ts";
import { sampleInstructions, wantedBy, write } from "./sample-prompts.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";

const headings = (markdown: string): string[] =>
  [...markdown.matchAll(/^# (.+)$/gm)].map(([, heading = ""]) => heading);

it("every step is complete for any brief at all, and quotes only what it was given", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.lorem({ maxCount: 12 }),
    fc.constantFrom(
      "# Heading",
      "> aside",
      "```",
      "| a | b |",
      "- C: a claim",
      "R-1 must",
      "“quoted”",
      "12 guests, 13 guests",
      "Budget 5 EUR",
      "by 3 May 2027",
      "???",
      "<b>",
      "\\",
    ),
  );
  const brief = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(brief, fc.constantFrom(...temperamentNames), (request, name) => {
      for (const { step, markdown, documents } of rehearse(request, [name])) {
        expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
        const read = [sampleInstructions, request, ...documents.map((one) => one.markdown)].map((text) =>
          text.replaceAll(/\s+/g, " "),
        );
        for (const [, quote = ""] of markdown.matchAll(/“([^”]*)”/gu)) {
          expect(
            read.some((text) => text.includes(quote)),
            quote,
          ).toBe(true);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it("an artifact that may leave something out keeps to any budget that holds a sentence or two", () => {
  const mayShrink = [
    "Business case",
    "Technical approach",
    "Success metrics",
    "Open questions",
    "Architecture",
    "Technology choices",
    "Critique",
    "Feasibility",
    "Risk register",
    "Non-functional requirements",
    "Dependency map",
  ];
  const thesis = {
    id: "D1",
    kind: "thesis",
    label: "Proposal A",
    markdown: write("atlas", { request: briefs.billing }),
  };
  fc.assert(
    fc.property(fc.constantFrom(...mayShrink), fc.integer({ min: 280, max: 2000 }), (heading, maxWords) => {
      const wanted = [
        { heading: "Preface", maxWords: 100, about: "" },
        { heading, maxWords, about: "" },
      ];
      const markdown = write("briar", { request: briefs.billing, step: "critique", documents: [thesis], wanted });
      expect(countWords(markdown.slice(markdown.indexOf(`# ${heading}`)))).toBeLessThanOrEqual(maxWords);
    }),
    { numRuns: 60 },
  );
});
