import type { Heading, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as plainText } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";

export type Section = { heading: string; body: string };

/** Markdown as a tree: a `#` inside a code fence, a quotation or a table is then no heading of the document. */
export const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The headings of one of these depths with all that stands below each, up to the next of these or a higher one. */
export function sections(markdown: string, depth: number): Section[] {
  const headings = parseMarkdown(markdown).children.filter((node) => isHeadingUpTo(node, depth));
  return headings.flatMap((node, index) => {
    if (node.depth !== depth) return [];
    const body = markdown.slice(node.position?.end.offset, headings[index + 1]?.position?.start.offset);
    return [{ heading: plainText(node).trim(), body: trimLines(body) }];
  });
}

const isHeadingUpTo = (node: RootContent, depth: number): node is Heading =>
  node.type === "heading" && node.depth <= depth;

/** Without blank lines at the start and white space at the end; the first line keeps its indentation. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
