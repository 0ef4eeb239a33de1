import type { MarkdownElement, MarkdownNode } from "./markdown-node.ts";

export type HeadingOptions = {
  /** The level for the document's topmost headings, which is below that of the page's own headings. */
  top: number;
  /** Whether headings of the two upper levels get ids, to which the table of contents links. */
  named: boolean;
};

/** The id of a heading: its text in kebab-case, in any script. Artifact ids follow the same rule. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "part";

const textOf = (node: MarkdownNode): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));

const depthOf = ({ tag }: MarkdownElement): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);

/**
 * Fits a document's headings below the page's own headings. Each heading is at most one level below the one before it,
 * because models skip levels, which confuses users of screen readers.
 */
export function fitHeadings(nodes: readonly MarkdownNode[], { top, named }: HeadingOptions): void {
  const seen = new Map<string, number>();
  let open: { depth: number; level: number }[] = [];

  const place = (heading: MarkdownElement, depth: number): void => {
    open = open.filter((above) => above.depth < depth);
    const level = open.length;
    open.push({ depth, level });
    heading.tag = `h${Math.min(6, top + level)}`;
    if (!named || level > 1) return;
    const id = headingId(textOf(heading));
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    heading.id = count === 1 ? id : `${id}-${count}`;
  };

  const visit = (node: MarkdownNode): void => {
    if (typeof node === "string") return;
    const depth = depthOf(node);
    if (depth > 0) place(node, depth);
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
}

/** Removes the first heading of a text if it only repeats the title that is shown above the text. */
export function withoutTitle(markdown: string, title: string): string {
  const [, heading, rest] = /^\s*# +(.+?) *(?:\n([\s\S]*))?$/.exec(markdown) ?? [];
  return heading === title ? (rest ?? "").trimStart() : markdown;
}
