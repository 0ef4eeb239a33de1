import type { DerivedItem } from "#documents";
import { parseMarkdown } from "#platform";

/** A node of a checklist: `### W1.2 Title` and the text below. */
export type PlanNode = { heading: string; text: string };

/** The nodes of a checklist, in order. */
export const nodesOf = (checklist: string): PlanNode[] =>
  partsOf(checklist)
    .filter(({ heading }) => isNode(heading))
    .map(({ heading, text }) => ({ heading, text: endedWithList(text) }));

const isNode = (heading: string): boolean => /^W\d+\.\d/.test(heading);

/** The nodes of a plan as items, so that the nodes that an edit changed can be listed. */
export const workItems = (workPlan: string): DerivedItem[] =>
  nodesOf(workPlan).map(({ heading, text }) => {
    const id = /^W[\d.]*\d/.exec(heading)?.[0] ?? heading;
    return { kind: "work", key: id, text: heading.slice(id.length).replace(/^[\s:.–—-]+/, ""), content: bare(text) };
  });

/** True if both nodes describe the same work, ignoring white space. */
export const isSameNode = (one: PlanNode, other: PlanNode): boolean => bare(one.text) === bare(other.text);

const bare = (text: string): string => text.replace(/\s+/g, " ").trim();

export type Part = { depth: number; heading: string; text: string; below: string };

/** Splits a text at its headings, down to the level of nodes. */
export function partsOf(markdown: string): Part[] {
  const headings = parseMarkdown(markdown).filter((block) => block.type === "heading" && block.depth <= 3);
  return headings.map((block, index) => {
    const end = headings[index + 1]?.start;
    return {
      depth: block.depth,
      heading: block.text.trim(),
      text: markdown.slice(block.start, end).trim(),
      below: markdown.slice(block.end, end).trim(),
    };
  });
}

/** The text without the paragraphs after its last list, which are about the whole plan (“M3 comes next”). */
export function endedWithList(text: string): string {
  const blocks = parseMarkdown(text);
  const list = blocks.findLast((block) => block.type === "list");
  const rest = list ? blocks.slice(blocks.indexOf(list) + 1) : [];
  if (!list || rest.some((block) => block.type !== "paragraph")) return text;
  return text.slice(0, list.end).trimEnd();
}
