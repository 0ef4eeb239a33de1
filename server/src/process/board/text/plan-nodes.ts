import type { DerivedItem } from "#documents";
import { parseMarkdown } from "#platform";

/** A piece of work as a checklist gives it: `### W1.2 Title` and what stands below. */
export type PlanNode = { heading: string; text: string };

/** The nodes of a checklist, in its order. */
export const nodesOf = (checklist: string): PlanNode[] =>
  partsOf(checklist)
    .filter(({ heading }) => isNode(heading))
    .map(({ heading, text }) => ({ heading, text: endedWithList(text) }));

const isNode = (heading: string): boolean => /^W\d+\.\d/.test(heading);

/** The work of a plan, as things that an edit may remove. */
export const workItems = (workPlan: string): DerivedItem[] =>
  nodesOf(workPlan).map(({ heading, text }) => {
    const id = /^W[\d.]*\d/.exec(heading)?.[0] ?? heading;
    return { kind: "work", key: id, text: heading.slice(id.length).replace(/^[\s:.–—-]+/, ""), content: bare(text) };
  });

/** The same work, whatever the space between its words is. */
export const isSameNode = (one: PlanNode, other: PlanNode): boolean => bare(one.text) === bare(other.text);

const bare = (text: string): string => text.replace(/\s+/g, " ").trim();

export type Part = { depth: number; heading: string; text: string; below: string };

/** A text cut at its headings, down to those of nodes. */
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

/** What follows the last list of a node speaks of the plan as a whole (“M3 comes next”): it stands there. */
export function endedWithList(text: string): string {
  const blocks = parseMarkdown(text);
  const list = blocks.findLast((block) => block.type === "list");
  const rest = list ? blocks.slice(blocks.indexOf(list) + 1) : [];
  if (!list || rest.some((block) => block.type !== "paragraph")) return text;
  return text.slice(0, list.end).trimEnd();
}
