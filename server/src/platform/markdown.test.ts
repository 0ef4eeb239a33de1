import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSlowClasses, hostileTexts } from "#test";
import { type MarkdownBlock, parseMarkdown, splitTableRow } from "./markdown.ts";

const outline = (blocks: readonly MarkdownBlock[], text: string): string[] =>
  blocks.map((block) => `${block.type}${block.depth || ""} ${JSON.stringify(text.slice(block.start, block.end))}`);

describe("parseMarkdown", () => {
  it("finds top-level blocks with their offsets", () => {
    const text =
      "# One *two*\n\nProse\nmore.\n\n- a\n- b\n\n```js\n# no heading\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> # quoted\n\nTitle\n=====\n\n---\n";
    const blocks = parseMarkdown(text);
    expect(outline(blocks, text)).toEqual([
      'heading1 "# One *two*"',
      'paragraph "Prose\\nmore."',
      'list "- a\\n- b"',
      'code "```js\\n# no heading\\n```"',
      'table "| a | b |\\n|---|---|\\n| 1 | 2 |"',
      'quote "> # quoted"',
      'heading1 "Title\\n====="',
      'rule "---"',
    ]);
    expect(blocks[0]?.text).toBe("One two");
    expect(blocks[2]?.children.map(({ type }) => type)).toEqual(["item", "item"]);
  });

  it.each([
    ["CRLF", "# A\r\n\r\ntext\r\n\r\n# B\r\n"],
    ["lone carriage returns", "# A\r\rtext\r\r# B\r"],
    ["a byte order mark", "\uFEFF# A\n\ntext\n\n# B\n"],
  ])("returns correct offsets with %s", (_, text) => {
    const headings = parseMarkdown(text).filter(({ type }) => type === "heading");
    expect(headings.map((block) => text.slice(block.start, block.end).replace("\uFEFF", ""))).toEqual(["# A", "# B"]);
  });

  it.each([
    ["# `code` and [a link](https://example.org)", "code and a link"],
    ["## **3.** Costs &amp; fees \\#1", "3. Costs & fees #1"],
    ["# ~~old~~ new <br>", "old new <br>"],
  ])("reads the plain text of the heading %s", (markdown, text) => {
    expect(parseMarkdown(markdown)[0]?.text).toBe(text);
  });

  it("reads the structure of the first 20,000 lines and keeps the rest as one paragraph", () => {
    const text = `${"# a\n".repeat(20_000)}# last\n\nProse.\n\n`;
    const blocks = parseMarkdown(text);
    expect(blocks).toHaveLength(20_001);
    expect(new Set(blocks.slice(0, -1).map(({ type, text }) => `${type} ${text}`))).toEqual(new Set(["heading a"]));
    expect(outline(blocks.slice(-1), text)).toEqual(['paragraph "# last\\n\\nProse."']);
  });

  it("returns blocks in order, without overlap and within the text, for any text", () => {
    const piece = fc.constantFrom(
      "# a",
      "- ",
      "> ",
      "```",
      "|a|b|",
      "|-|-|",
      "\n",
      "\r\n",
      "\n\n",
      "    ",
      "x",
      "===",
      "<div>",
      "\t",
      "1. ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        const check = (blocks: readonly MarkdownBlock[], span: { start: number; end: number }) => {
          let at = span.start;
          for (const block of blocks) {
            expect(block.start).toBeGreaterThanOrEqual(at);
            expect(block.end).toBeLessThanOrEqual(span.end);
            expect(block.end).toBeGreaterThanOrEqual(block.start);
            check(block.children, block);
            at = block.end;
          }
        };
        check(parseMarkdown(text), { start: 0, end: text.length });
      }),
      { numRuns: 500 },
    );
  });

  it("reads hostile text in linear time and never throws", { timeout: 120_000 }, () => {
    expect(findSlowClasses(parseMarkdown)).toEqual([]);
  });

  it("opens no container deeper than its limit, for any nesting", () => {
    const depthOf = (blocks: readonly MarkdownBlock[]): number =>
      blocks.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0);
    for (const { text } of hostileTexts(20_000)) expect(depthOf(parseMarkdown(text))).toBeLessThanOrEqual(21);
  });
});

describe("splitTableRow", () => {
  it.each([
    ["| a | b |", ["a", "b"]],
    ["a | b", ["a", "b"]],
    ["| a \\| b | |", ["a | b", ""]],
    ["|", []],
    ["no bar", []],
  ])("splits %s", (line, cells) => expect(splitTableRow(line)).toEqual(cells));
});
