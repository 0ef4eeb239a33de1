import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";
import { describeAnswer, markup, readShapes, wordsOf } from "./shapes.fixture.ts";

const shapes = readShapes();

it("there are at least eighty sample answers, each with a different deviation", () => {
  expect(shapes.length).toBeGreaterThanOrEqual(80);
  expect(new Set(shapes.map(({ about }) => about)).size).toBeGreaterThanOrEqual(80);
});

/** The deviations that models are known for, and sample answers that have them. */
const known: Record<string, readonly string[]> = {
  "an outer code fence": ["outer-fence", "outer-fence-bare", "outer-fence-tildes", "outer-fence-with-preamble-inside"],
  "a preamble and a postscript": ["preamble", "postscript", "preamble-fence-postscript"],
  "other heading levels": ["headings-level-2", "headings-level-3", "headings-of-mixed-levels", "all-headings-level-2"],
  "bold lines as headings": ["headings-in-bold", "headings-in-bold-with-colon", "headings-in-bold-without-blank-line"],
  "decorated titles": ["headings-numbered-with-budget", "headings-with-emoji", "headings-with-at-most"],
  "tables as lists": ["scorecard-as-list", "verdicts-as-list", "risks-as-labelled-list", "choices-as-dashed-list"],
  "lists as tables": ["claims-in-a-table", "questions-in-a-table", "requirements-in-a-table", "work-in-a-table"],
  "short rows": ["scorecard-with-short-rows", "risks-with-short-rows", "ragged-table-in-text"],
  "long rows": ["risks-with-long-rows", "ragged-table-in-text"],
  "unescaped bars": ["scorecard-with-unescaped-bar", "verdicts-with-unescaped-bar"],
  "scores out of ten": ["scorecard-of-ten", "scorecard-out-of-ten", "scorecard-in-percent"],
  "other capitalisation": ["headings-upper-case", "headings-title-case", "scorecard-capitalised"],
  "missing dashes": ["requirements-without-dash", "hyphen-missing", "questions-with-hyphens"],
  "work ids with a dash": ["work-with-dash", "work-with-dash-inside"],
  "words instead of ids": [
    "milestones-as-words",
    "requirements-as-words",
    "verdicts-with-words-for-ids",
    "work-as-tasks",
  ],
  "Windows line ends": ["byte-order-mark-and-crlf"],
  "non-breaking spaces": ["headings-with-non-breaking-space", "verdicts-with-non-breaking-spaces"],
  "HTML line breaks": ["claims-with-line-breaks", "risks-with-line-breaks"],
  "citation marks": ["claims-with-citation-marks", "verdicts-with-citation-marks", "references-in-other-brackets"],
  "translated headings": ["headings-in-german", "headings-in-hebrew", "headings-in-chinese", "headings-in-finnish"],
  "steps without boxes": ["work-without-boxes", "work-numbered-steps", "statuses-without-boxes"],
  "work nodes as level-4 headings or in bold": ["work-level-4", "work-in-bold"],
  "verdict synonyms": ["verdicts-as-synonyms", "verdicts-in-german"],
  "ranges of claims": ["verdicts-in-ranges", "verdicts-of-several-claims"],
  "JSON instead of a table": ["scorecard-in-json", "verdicts-in-json", "risks-in-json", "answer-as-json"],
  thinking: ["think-block", "think-without-opening-tag", "think-never-closed", "think-in-brackets"],
  "claims without a verdict": ["verdicts-some-missing"],
  "two of seven criteria": ["scorecard-two-of-seven"],
  "invented weights": ["scorecard-invented-weights"],
  "no work nodes": ["work-none"],
  "work that depends on missing work": ["work-dependency-unknown"],
  "requirements without a milestone": ["milestones-requirement-uncovered"],
  "verdicts in groups": ["verdicts-grouped-by-headings", "verdicts-grouped-in-lines", "verdicts-grouped-in-tables"],
  "entries in groups": ["claims-in-groups", "questions-in-groups", "milestones-in-a-table-with-phases"],
  "entries in two forms": ["requirements-in-headings-and-lists", "work-in-headings-and-tables"],
  "ids that are used twice": ["requirements-of-two-kinds", "milestones-numbered-again-in-each-phase"],
  "non-breaking hyphens, and escapes": ["plan-with-narrow-hyphens", "plan-with-escapes"],
  "emoji, keycaps and struck text": ["plan-with-emoji", "headings-with-keycaps", "statuses-struck-through"],
  "fields in tables and on one line": ["milestones-with-field-tables", "milestones-with-fields-on-one-line"],
  "dependencies by name or number": ["milestones-with-dependencies-by-name", "work-numbered-in-one-row"],
  "tokens of the chat template": ["scorecard-end-of-text-token", "think-in-channels", "think-between-tokens"],
  "marks for the writing direction": ["headings-with-direction-marks"],
  "tables in HTML, drawn with characters, or transposed": [
    "scorecard-in-html",
    "scorecard-as-grid",
    "scorecard-transposed",
  ],
};

it.each(Object.entries(known))("the sample answers include %s", (_, names) => {
  expect(names.filter((name) => shapes.every((shape) => shape.name !== name))).toEqual([]);
});

describe.each(shapes)("$name: $about", ({ answer, expected, meant }) => {
  const read = readAnswer(answer, expected);

  it("is parsed as intended", () => {
    const { thinking, ...found } = describeAnswer(read);
    const { thinking: thought = [], ...wanted } = meant;
    for (const [kind, entries] of Object.entries(wanted)) expect({ [kind]: found[kind] }).toEqual({ [kind]: entries });
    expect(thinking).toHaveLength(thought.length);
    for (const [index, text] of thought.entries()) expect(thinking?.[index]).toContain(text);
  });

  it("is parsed without losing a word", () => {
    const thought = wordsOf(read.thinking.join(" "));
    const kept = wordsOf([read.markdown, ...read.artifacts.map(({ heading }) => heading)].join(" "));
    const lost = [...wordsOf(answer)].filter((word) => !kept.has(word) && !thought.has(word) && !markup.has(word));
    expect(lost).toEqual([]);
  });

  it("is parsed the same when its canonical form is parsed again", () => {
    const again = readAnswer(read.markdown, expected);
    expect(again.markdown).toBe(read.markdown);
    expect({ ...describeAnswer(again), thinking: [] }).toEqual({ ...describeAnswer(read), thinking: [] });
  });

  it("yields the position of each artifact in the raw text", () => {
    for (const { source, heading } of read.artifacts) {
      expect(source.end).toBeGreaterThan(source.start);
      if (!heading.startsWith("# "))
        expect(wordsOf(answer.slice(source.start, source.end)).isSupersetOf(wordsOf(heading))).toBe(true);
    }
    const starts = read.artifacts.map(({ source }) => source.start);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });
});
