import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Shape, shapes } from "#test";
import { canonicalAnswers } from "./canonical-answers.fixture.ts";
import { deviations } from "./deviations.fixture.ts";
import { readAnswer } from "./read-answer.ts";
import { describeAnswer, expectedIn, markup, wordsOf } from "./shapes.fixture.ts";

const claims = [1, 2, 3, 4].map((number) => ({ number }));
const stages = Object.entries(canonicalAnswers);

// A fixed seed, so that a rare counterexample does not fail an unrelated change. Set DIALECTIC_SEED to try other seeds.
const seed = Number(process.env["DIALECTIC_SEED"] ?? 1);

describe.each(stages)("an answer of the %s stage", (stage, answer) => {
  const expected = { artifacts: expectedIn(stage), claims };
  const meant = describeAnswer(readAnswer(answer, expected));

  it("has no problems and is not changed if it follows the requested format", () => {
    const read = readAnswer(answer, expected);
    expect(read.problems).toEqual([]);
    expect(read.markdown).toBe(answer);
    expect(read.preamble).toBe("");
  });

  it("is parsed the same with any combination of deviations, and loses no word", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(someDeviations, (chosen) => {
        const written = chosen.reduce((text, { apply }) => apply(text), answer);
        const read = readAnswer(written, expected);
        const found = describeAnswer(read);
        const { references = [] } = chosen.some(({ dropsReferences }) => dropsReferences) ? found : meant;
        expect({ ...found, thinking: [] }).toEqual({ ...meant, references, thinking: [] });
        const kept = wordsOf(
          [read.markdown, ...read.thinking, ...read.artifacts.map(({ heading }) => heading)].join(" "),
        );
        expect(
          [...wordsOf(written.replaceAll("\\n", " "))].filter((word) => !kept.has(word) && !markup.has(word)),
        ).toEqual([]);
        expect(readAnswer(read.markdown, expected).markdown).toBe(read.markdown);
      }),
      { numRuns: 300, seed },
    );
  });
});

const someOf = (groups: readonly (readonly Shape[])[]): fc.Arbitrary<Shape[]> =>
  fc
    .tuple(...groups.map((group) => fc.option(fc.constantFrom(...group), { freq: 2, nil: undefined })))
    .map((chosen) => chosen.flatMap((one) => one ?? []));

/** The last groups of shapes: those that change headings, the text around the answer, or the answer's bytes. */
const outer = shapes.slice(-7);

/** The deviations of a careless model: at most one from each group. */
const someDeviations: fc.Arbitrary<Shape[]> = fc.oneof(someOf(shapes), someOf([...deviations, ...outer]));

describe("any text", () => {
  const pieces = fc.constantFrom(
    ...[
      "# Claims",
      "## Scorecard",
      "**Risk register**",
      "- C: ",
      "| a | b |",
      "|---|---|",
      "| [C1] | kept |",
      "- [ ] **Q** Why? — x",
      "### R-1 Light",
      "M1",
      "W1.2",
      "```",
      "```json",
      "{",
      "[",
      "]",
      "}",
      "<think>",
      "</think>",
      "> ",
      "1. ",
      "\t",
      "  - Steps:",
      "- Depends on: M1",
      ":",
      "\n",
      "\n\n",
      "\r\n",
      "word",
      "words and more",
      "8/10",
      "…",
      "\u00a0",
      "<br>",
      "\\|",
      "---",
      "[[C1]]",
      "===",
      "* * *",
      "<risk_register>",
    ],
  );
  const text = fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join(" ").replaceAll(" \n ", "\n"));
  const artifacts = stages.flatMap(([stage]) => expectedIn(stage));

  it("is parsed without an error and without losing a word", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(text, (written) => {
        const read = readAnswer(written, { artifacts, claims });
        const kept = wordsOf(
          [read.markdown, ...read.thinking, ...read.artifacts.map(({ heading }) => heading)].join(" "),
        );
        expect([...wordsOf(written.replaceAll("\\n", " "))].filter((word) => !kept.has(word))).toEqual([]);
      }),
      { numRuns: 3_000, seed },
    );
  });

  it("has the same artifacts when its canonical form is parsed again", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(text, (said) => {
        const written = said.replaceAll(/<\/?think>/g, "");
        const once = readAnswer(written, { artifacts, claims });
        const twice = readAnswer(once.markdown, { artifacts, claims });
        expect(twice.artifacts.map(({ key }) => key)).toEqual(once.artifacts.map(({ key }) => key));
      }),
      { numRuns: 3_000, seed },
    );
  });
});
