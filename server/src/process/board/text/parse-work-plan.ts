import type { Heading } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { parseMarkdown } from "#documents";

/** One milestone's checklist as a plan gives it. */
export type Checklist = { milestone: string; title: string; body: string };

type Part = { depth: number; heading: string; text: string; below: string };
type Milestone = { key: string; heading: string; depth: number; texts: string[]; hasWork: boolean };

/**
 * One checklist per milestone of a work plan: its nodes (`### W1.2 Title`) as the plan gives them, under the
 * heading they stand below (`## M1 Title`) or, without one, under the milestone their number names. `note` stands
 * below the title of each.
 */
export function parseWorkPlan(workPlan: string, { note }: { note?: string | undefined } = {}): Checklist[] {
  const milestones = groupByMilestone(partsOf(workPlan)).filter((milestone) => milestone.hasWork);
  return milestones.map(({ key, heading, texts }) => ({
    milestone: key,
    title: heading,
    body: `${[`# ${heading}`, ...(note ? [note] : []), ...endWithList(texts)].join("\n\n")}\n`,
  }));
}

function groupByMilestone(parts: Part[]): Milestone[] {
  const milestones = new Map<string, Milestone>();
  const open = (key: string, heading: string, depth: number): Milestone => {
    const milestone = milestones.get(key) ?? { key, heading, depth, texts: [], hasWork: false };
    milestones.set(key, milestone);
    return milestone;
  };
  let current: Milestone | null = null;
  for (const part of parts) {
    const milestone = /^M\d+(?![\p{L}\p{N}])/u.exec(part.heading)?.[0];
    const node = /^W(\d+)\.\d/.exec(part.heading)?.[1];
    if (current && part.depth <= current.depth) current = null;
    if (milestone) {
      current = open(milestone, part.heading, part.depth);
      if (part.below !== "") current.texts.push(part.below);
      continue;
    }
    const home: Milestone | null = current ?? (node ? open(`M${node}`, `M${node}`, part.depth) : null);
    if (!home) continue;
    home.texts.push(part.text);
    home.hasWork ||= node !== undefined;
  }
  return [...milestones.values()];
}

/** What follows a milestone's last list speaks of the plan as a whole (“M3 comes next”): it stands there. */
function endWithList(texts: readonly string[]): string[] {
  const last = texts.at(-1) ?? "";
  const blocks = parseMarkdown(last).children;
  const list = blocks.findLast((block) => block.type === "list");
  const rest = list ? blocks.slice(blocks.indexOf(list) + 1) : [];
  if (rest.some((block) => block.type !== "paragraph")) return [...texts];
  return [...texts.slice(0, -1), list ? last.slice(0, list.position?.end.offset).trimEnd() : last];
}

/** The plan cut at its headings, down to those of the nodes. */
function partsOf(workPlan: string): Part[] {
  const headings = parseMarkdown(workPlan).children.filter(
    (node): node is Heading => node.type === "heading" && node.depth <= 3,
  );
  return headings.map((node, index) => {
    const end = headings[index + 1]?.position?.start.offset;
    return {
      depth: node.depth,
      heading: plainText(node).trim(),
      text: workPlan.slice(node.position?.start.offset, end).trim(),
      below: workPlan.slice(node.position?.end.offset, end).trim(),
    };
  });
}
