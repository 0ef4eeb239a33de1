import type { Heading, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as plainText } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";

export type Section = { heading: string; body: string };

/** A tree to be read and not changed: it is given to whoever asks for the same text. */
type Tree = { readonly children: readonly RootContent[] };

// A document is looked through several times when it is written and when its project's files are made; reading it
// anew each time took a third of a run.
const remembered = 8;
const trees = new Map<string, Tree>();

/** Markdown as a tree: a `#` inside a code fence, a quotation or a table is then no heading of the document. */
export function parseMarkdown(markdown: string): Tree {
  const tree: Tree =
    trees.get(markdown) ?? fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  trees.delete(markdown); // put back as the newest
  trees.set(markdown, tree);
  const [oldest = ""] = trees.keys();
  if (trees.size > remembered) trees.delete(oldest);
  return tree;
}

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
