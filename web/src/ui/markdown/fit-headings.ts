import type { MarkdownElement, MarkdownNode } from "./markdown-node.ts";

export type HeadingOptions = {
  /** The level of the topmost headings, below the page's own. */
  top: number;
  /** Give ids to the two upper levels, for links from the table of contents. */
  named: boolean;
};

/** Kebab-case of a heading, in any script; the same rule that gives an artifact its id. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "part";

const textOf = (node: MarkdownNode): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));

const depthOf = ({ tag }: MarkdownElement): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);

/**
 * Fits a document's headings into those of the page. Models skip levels, which confuses users of screen readers, so each
 * heading is placed at most one level below the one above it.
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

/** The text without its first heading where that only repeats the title above it. */
export function withoutTitle(markdown: string, title: string): string {
  const [, heading, rest] = /^\s*# +(.+?) *(?:\n([\s\S]*))?$/.exec(markdown) ?? [];
  return heading === title ? (rest ?? "").trimStart() : markdown;
}
