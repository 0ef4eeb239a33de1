import { describe, expect, it } from "vitest";
import { findMalformedTables } from "../artifacts/find-malformed-tables.ts";
import { combinedType } from "../contributions/combined-type.ts";
import { readFrontMatter } from "../tree/front-matter.ts";
import { hasGapNote, withGapNote, withoutGapNote } from "./gap-note.ts";
import { wholeDocument } from "./whole-document.ts";

const about = {
  title: "Thesis",
  model: "m",
  stage: "thesis",
  iteration: 1,
  type: "thesis",
  templateVersion: 1,
  lineage: null,
  sources: [],
  cost: 0n,
  isCombined: false,
  isShortened: false,
  expected: null,
};
const chunk = (text: string, finish_reason: string) => ({
  text,
  finish_reason,
  asked_for: [],
  input_tokens: 1,
  output_tokens: 1,
  tokens_estimated: false,
});

describe("wholeDocument", () => {
  it("states in its file how the prompt was made to fit, or nothing if all inputs were read whole", () => {
    const promptOf = (done: { isCombined: boolean; isShortened: boolean }) =>
      readFrontMatter(wholeDocument({ ...about, ...done, chunks: [chunk("# A\n", "stop")] }).file)?.["prompt"];
    expect(promptOf({ isCombined: false, isShortened: false })).toBeUndefined();
    expect(promptOf({ isCombined: false, isShortened: true })).toBe("shortened");
    expect(promptOf({ isCombined: true, isShortened: false })).toBe("inputs combined");
    expect(promptOf({ isCombined: true, isShortened: true })).toBe("inputs combined, shortened");
  });

  it("returns the same document for the same chunks", () => {
    const chunks = [chunk("# A\n\none", "length"), chunk("one two\n", "stop")];
    expect(wholeDocument({ ...about, chunks })).toEqual(wholeDocument({ ...about, chunks }));
    expect(wholeDocument({ ...about, chunks }).markdown).toBe("# A\n\none two\n");
  });

  it("states how many repetitions were removed from a text whose model was stuck", () => {
    const stuck = "We will now describe the plan in more detail, step by step. ";
    const { markdown } = wholeDocument({ ...about, chunks: [chunk(`# A\n\n${stuck.repeat(12)}`, "length")] });
    expect(withoutGapNote(markdown).trim()).toBe(`# A\n\n${stuck.trim()}`);
    expect(markdown).toContain(" after one request. 11 repetitions of the last words were removed. Nothing follows.\n");
    expect(hasGapNote(markdown)).toBe(true);
    const complete = wholeDocument({ ...about, chunks: [chunk(`# A\n\n${stuck.repeat(12)}`, "stop")] });
    expect(complete.markdown.trim()).toBe(`# A\n\n${stuck.repeat(12).trim()}`);
  });

  it.each([
    ["stop", true],
    ["other", false],
    ["length", false],
    ["interrupted", false],
    ["content-filter", false],
    ["refusal", false],
    ["context-window", false],
  ])("with the finish reason %s, sets the field complete to %s", (finishReason, isWhole) => {
    const { markdown, file } = wholeDocument({ ...about, chunks: [chunk("# A\n\none", finishReason)] });
    expect(hasGapNote(markdown)).toBe(!isWhole);
    expect(withoutGapNote(markdown).trim()).toBe("# A\n\none");
    expect(file).toContain(`complete: ${isWhole}\n`);
  });
});

describe("a cut-off combined text", () => {
  it.each([
    ["a sentence", "# A\n\nOne is whole. Two is ha", "# A\n\nOne is whole."],
    ["a quoted sentence", "# A\n\nHe says “One.” Two is ha", "# A\n\nHe says “One.”"],
    ["a number", "# A\n\nIt is dry. It costs 3.", "# A\n\nIt is dry."],
    ["nothing", "# A\n\nOne. Two.", "# A\n\nOne. Two."],
    ["an item", "# A\n\nOne.\n- two and two\n- thr", "# A\n\nOne.\n- two and two"],
    ["a row", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4", "| a | b |\n|---|---|\n| 1 | 2 |"],
    ["the first words below a heading", "# A\n\nOne and two and three.\n\n# B\n\nTw", "# A\n\nOne and two and three."],
    ["Chinese", "# A\n\n花園很大。花園", "# A\n\n花園很大。"],
    ["a text without sentences", "word word word word", "word word word word"],
  ])("ends before the unfinished part: %s", (_, text, kept) => {
    const { markdown, file } = wholeDocument({ ...about, type: combinedType, chunks: [chunk(text, "length")] });
    expect(markdown.split("\n\n> **Inc")[0]).toBe(kept);
    expect(file).toContain("complete: false\n");
    expect(wholeDocument({ ...about, chunks: [chunk(text, "length")] }).markdown).toContain(text);
  });
});

describe("withGapNote", () => {
  const cut = { finishReason: "length", requests: 6 };
  const note = "> **Incomplete:** the text was cut off here (length) after 6 requests. Nothing follows.\n";
  it.each([
    ["text", "so", "so"],
    ["an open fence", "~~~~\nx", "~~~~\nx\n~~~~"],
    ["a fence just opened", "```", "```\n```"],
    ["a closed fence", "```\nx\n```", "```\nx\n```"],
    ["an indented block", "a\n\n    code", "a\n\n    code"],
    ["half a row", "| a | b | c |\n|---|---|---|\n| 1 | tw", "| a | b | c |\n|---|---|---|\n| 1 | tw | |"],
    ["a row just begun", "| a | b |\n|---|---|\n|", "| a | b |\n|---|---|\n| | |"],
    ["a closed cell", "| a | b |\n|---|---|\n| 1 |", "| a | b |\n|---|---|\n| 1 | |"],
    ["a whole row", "| a | b |\n|---|---|\n| 1 | 2", "| a | b |\n|---|---|\n| 1 | 2"],
  ])("puts the note outside of %s", (_, markdown, before) => {
    expect(withGapNote(markdown, cut)).toBe(`${before}\n\n${note}`);
    expect(findMalformedTables(withGapNote(markdown, cut))).toEqual([]);
  });
});
