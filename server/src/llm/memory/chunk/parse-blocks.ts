import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type Block, sizes } from "./block.ts";

// Emphasis, links and the like say nothing about structure, and are where a parser can be kept busy for minutes.
const inline = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** The blocks of a piece of Markdown, whose first character stands at `base`. Containers that are long are opened. */
export function parseBlocks(markdown: string, base: number): Block[] {
  // The parser would skip a byte order mark without counting it.
  const root = fromMarkdown(markdown.replace(/^\uFEFF/, " "), {
    extensions: [gfmTable(), { disable: { null: inline } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return tile(root.children, { start: 0, end: markdown.length }).map((block) => ({
    ...block,
    start: block.start + base,
    end: block.end + base,
  }));
}

type Span = { start: number; end: number };

/** Every character between `start` and `end` belongs to one block: marks before a child (`- `, `> `) belong to it. */
function tile(nodes: readonly Nodes[], span: Span): Block[] {
  let at = span.start;
  return nodes.flatMap((node, index) => {
    const start = at;
    const end = index === nodes.length - 1 ? span.end : (node.position?.end.offset ?? at);
    at = end;
    return toBlocks(node, { start, end });
  });
}

function toBlocks(node: Nodes, span: Span): Block[] {
  if (node.type === "heading") return [{ kind: "heading", ...span, depth: node.depth }];
  if (node.type === "table" || node.type === "code") return [{ kind: "whole", ...span, depth: 0 }];
  const isOpened = "children" in node && node.type !== "paragraph" && span.end - span.start > sizes.least;
  if (!isOpened || node.children.length === 0) return [{ kind: "prose", ...span, depth: 0 }];
  // A heading inside a quotation or a list is none of the document's.
  return tile(node.children, span).map((block) => (block.kind === "heading" ? { ...block, kind: "prose" } : block));
}
