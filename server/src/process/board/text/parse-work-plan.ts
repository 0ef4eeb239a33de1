import { endedWithList, type Part, partsOf } from "./plan-nodes.ts";

/** One milestone's checklist, as written in the plan. */
export type Checklist = { milestone: string; title: string; body: string };

type Milestone = { key: string; heading: string; depth: number; texts: string[]; hasWork: boolean };

/**
 * One checklist per milestone of a work plan. Nodes (`### W1.2 Title`) belong to the milestone heading above them
 * (`## M1 Title`); without such a heading, to the milestone in their number. `note` goes below each checklist's title.
 */
export function parseWorkPlan(workPlan: string, { note }: { note?: string | undefined } = {}): Checklist[] {
  const milestones = groupByMilestone(partsOf(workPlan)).filter((milestone) => milestone.hasWork);
  return milestones.map(({ key, heading, texts }) => ({
    milestone: key,
    title: heading,
    body: checklistBody({ title: heading, note, texts: [...texts.slice(0, -1), endedWithList(texts.at(-1) ?? "")] }),
  }));
}

/** The text of a checklist: the title, the note and the texts of the nodes. */
export const checklistBody = (input: { title: string; note?: string | undefined; texts: readonly string[] }): string =>
  `${[`# ${input.title}`, ...(input.note ? [input.note] : []), ...input.texts].join("\n\n")}\n`;

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
