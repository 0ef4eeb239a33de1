import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";
import { describeAnswer, readShapes, wordsOf } from "./shapes.fixture.ts";

const shapes = readShapes();

it("there are at least eighty sample answers, each with a different deviation", () => {
  expect(shapes.length).toBeGreaterThanOrEqual(80);
  expect(new Set(shapes.map(({ about }) => about)).size).toBeGreaterThanOrEqual(80);
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

  it("loses no word", () => {
    const thought = wordsOf(read.thinking.join(" "));
    const kept = wordsOf([read.markdown, ...read.artifacts.map(({ heading }) => heading)].join(" "));
    const lost = [...wordsOf(answer)].filter((word) => !kept.has(word) && !thought.has(word) && !markup.has(word));
    expect(lost).toEqual([]);
  });

  it("is parsed the same in its canonical form", () => {
    const again = readAnswer(read.markdown, expected);
    expect(again.markdown).toBe(read.markdown);
    expect({ ...describeAnswer(again), thinking: [] }).toEqual({ ...describeAnswer(read), thinking: [] });
  });

  it("returns the position of each artifact in the raw text", () => {
    for (const { source, heading } of read.artifacts) {
      expect(source.end).toBeGreaterThan(source.start);
      if (!heading.startsWith("# "))
        expect(wordsOf(answer.slice(source.start, source.end)).isSupersetOf(wordsOf(heading))).toBe(true);
    }
    const starts = read.artifacts.map(({ source }) => source.start);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });
});

/** Words that are only markup: fences, tags, JSON keys, column names, words in front of numbers. */
const markup = new Set(
  "markdown json yaml think claim claims question requirement milestone meilenstein task req artifact done open todo progress status business case feature specification technical approach success metrics score weight because criterion criteria verdict answers default unanswered decides risk likelihood impact early sign response title statement priority mitigation warning probability severity trigger steps depends node milestones positions resolved".split(
    " ",
  ),
);
