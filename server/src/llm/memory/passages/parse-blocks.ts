import { type MarkdownBlock, parseMarkdown } from "#platform";
import { type Block, sizes } from "./block.ts";

/**
 * The blocks of a piece of Markdown whose first character is at offset `base`. A long list or quote is split into its children.
 */
export const parseBlocks = (markdown: string, base: number): Block[] =>
  tile(parseMarkdown(markdown), { start: 0, end: markdown.length }).map((block) => ({
    ...block,
    start: block.start + base,
    end: block.end + base,
  }));

type Span = { start: number; end: number };

/** Assigns every character of the span to a block. Marks before a child (`- `, `> `) belong to the child. */
function tile(nodes: readonly MarkdownBlock[], span: Span): Block[] {
  let at = span.start;
  return nodes.flatMap((node, index) => {
    const start = at;
    const end = index === nodes.length - 1 ? span.end : node.end;
    at = end;
    return toBlocks(node, { start, end });
  });
}

function toBlocks(node: MarkdownBlock, span: Span): Block[] {
  if (node.type === "heading") return [{ kind: "heading", ...span, depth: node.depth }];
  if (node.type === "table" || node.type === "code") return [{ kind: "whole", ...span, depth: 0 }];
  const isOpened = node.children.length > 0 && span.end - span.start > sizes.least;
  if (!isOpened) return [{ kind: "prose", ...span, depth: 0 }];
  // A heading inside a quote or a list is not one of the document's headings.
  return tile(node.children, span).map((block) => (block.kind === "heading" ? { ...block, kind: "prose" } : block));
}
