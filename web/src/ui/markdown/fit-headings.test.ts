import { describe, expect, it } from "vitest";
import { fitHeadings, headingId, withoutTitle } from "./fit-headings.ts";
import type { MarkdownElement } from "./markdown-node.ts";

const heading = (tag: string, text: string): MarkdownElement => ({ tag, children: [text] });

const fit = (headings: MarkdownElement[], options = { top: 2, named: true }) => {
  fitHeadings(headings, options);
  return headings.map(({ tag }) => tag);
};

describe("headingId", () => {
  it.each([
    ["Risk register", "risk-register"],
    ["  M1 — Doors & floor ", "m1-doors-floor"],
    ["תוכנית עבודה", "תוכנית-עבודה"],
    ["***", "part"],
  ])("turns %s into %s", (text, id) => {
    expect(headingId(text)).toBe(id);
  });
});

describe("fitHeadings", () => {
  const levels = (...tags: string[]) => tags.map((tag) => heading(tag, tag));

  it("makes the headings start at the page's level, without skipped levels", () => {
    expect(fit(levels("h1", "h3", "h3", "h4", "h2", "h1"))).toEqual(["h2", "h3", "h3", "h4", "h3", "h2"]);
    expect(fit(levels("h3", "h1", "h2"), { top: 4, named: false })).toEqual(["h4", "h4", "h5"]);
  });

  it("uses no level below the sixth", () => {
    expect(fit(levels("h1", "h2", "h3", "h4"), { top: 4, named: false })).toEqual(["h4", "h5", "h6", "h6"]);
  });

  it("gives ids to the two upper levels, and adds numbers to ids that repeat", () => {
    const headings = [heading("h1", "Critique"), heading("h2", "Critique"), heading("h3", "Detail")];
    fit(headings);
    expect(headings.map(({ id }) => id)).toEqual(["critique", "critique-2", undefined]);
  });
});

it.each([
  ["# Risk register\n\nText.", "Risk register", "Text."],
  ["\n# Risk register  \nText.\n# More", "Risk register", "Text.\n# More"],
  ["# Critique\n\nText.", "Antithesis", "# Critique\n\nText."],
  ["Text.\n\n# Risk register", "Risk register", "Text.\n\n# Risk register"],
  ["## Risk register\nText.", "Risk register", "## Risk register\nText."],
  ["# Risk register", "Risk register", ""],
])("withoutTitle removes the first line of %j if it repeats the title %j", (markdown, title, expected) => {
  expect(withoutTitle(markdown, title)).toBe(expected);
});
