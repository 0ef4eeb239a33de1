import type { Point } from "../brief/read-brief.ts";
import { planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { mainPoint, oncePerDocument, ownerOf, type Workspace } from "../workspace.ts";

export type Milestone = {
  id: string;
  title: string;
  outcome: string;
  dependsOn: string[];
  requirements: Requirement[];
  owner: string;
  /** The number of work items. */
  items: number;
  /**
   * The range of working days: the hours of its items plus waiting time; for a milestone that makes something, a guess of days
   * per item.
   */
  days: readonly [number, number];
};

/** The verb of a milestone: its title and its work items begin with it. */
export const milestoneVerbs = ["Settle", "Confirm", "Check", "Carry out", "Consider", "Deliver"] as const;
export type MilestoneVerb = (typeof milestoneVerbs)[number];

const outcomes: Record<TemperamentName, Record<MilestoneVerb, string>> = {
  atlas: {
    Settle: "the parts that waited for this can be planned",
    Confirm: "every part has a person beside it",
    Check: "the parts were compared with these words, and fit",
    "Carry out": "everything in it exists and can be shown",
    Consider: "the parts that it concerns have been changed for it",
    Deliver: "the whole is delivered, and every sentence of the request has been checked once more",
  },
  briar: {
    Settle: "a signed answer is on file",
    Confirm: "it is written down who approves what",
    Check: "a written result says that it holds, or what to do if not",
    "Carry out": "its test passes and its cost is known",
    Consider: "its cost and its consequences are written down",
    Deliver: "the result is delivered, with a proof for every limit",
  },
  cedar: {
    Settle: "everyone involved knows the answer",
    Confirm: "each of them has agreed, and has named a deputy",
    Check: "the person who watches it has confirmed it",
    "Carry out": "the people it is for have tried it",
    Consider: "the people concerned are content with it",
    Deliver: "the result is in the hands of named people, who can work with it",
  },
};

type Group = { isPreparation: boolean; title: string; outcome: string; requirements: Requirement[] };

/** The most requirements of one milestone, so that it takes only a few days or weeks. */
const mostTogether = 3;

/**
 * The milestones of the plan. Each requirement belongs to one milestone, and the last milestone checks the whole result again.
 */
export const planMilestones = oncePerDocument((workspace: Workspace): Milestone[] => {
  const all = planRequirements(workspace);
  const { name } = workspace.temperament;
  const of = (kinds: readonly Point["kind"][]) => all.filter(({ kind }) => kinds.includes(kind));
  const groupsOf = (verb: MilestoneVerb, requirements: readonly Requirement[]): Group[] =>
    chunks(requirements).map((some) => ({
      isPreparation: verb !== "Carry out",
      title: `${verb}: ${short(some)}`,
      outcome: outcomes[name][verb],
      requirements: some,
    }));
  const settle = [...groupsOf("Settle", of(["open"])), ...groupsOf("Confirm", of(["person"]))];
  const limits = groupsOf("Check", of(["limit", "exclusion", "figure"]));
  const main = mainPoint(workspace);
  const isWhole = ({ points }: Requirement) => points.some((point) => point === main);
  const goals = of(["goal"]);
  // The last milestone delivers the whole request; earlier milestones make the parts of the request.
  const parts = goals.some((one) => !isWhole(one)) ? goals.filter((one) => !isWhole(one)) : goals;
  const whole = goals.filter((one) => !parts.includes(one));
  const result = [...groupsOf("Carry out", parts), ...groupsOf("Consider", of(["context"]))];
  const end = [...whole, ...of(["date"])];
  const last: Group = {
    isPreparation: false,
    title: whole.length > 0 ? `Deliver: ${short(whole)}` : "Deliver and check against the request",
    outcome: outcomes[name].Deliver,
    requirements: end.length > 0 ? end : all.slice(0, 1),
  };
  const order: Record<TemperamentName, Group[]> = {
    atlas: [...result.slice(0, 1), ...settle, ...limits, ...result.slice(1)],
    briar: [...limits.slice(0, 1), ...settle, ...limits.slice(1), ...result],
    cedar: [...settle, ...result.slice(0, 1), ...limits, ...result.slice(1)],
  };
  const groups = [...order[name], last];
  return groups.map(({ isPreparation: _, ...group }, index) => ({ ...group, ...placeOf(workspace, groups, index) }));
});

/** Preparations can begin at once. Every other milestone waits for the one before it, and the last waits for all. */
function placeOf(
  workspace: Workspace,
  groups: readonly Group[],
  index: number,
): Pick<Milestone, "id" | "dependsOn" | "owner" | "items" | "days"> {
  const [low, high] = workspace.temperament.hours;
  const group = groups[index];
  const points = group?.requirements.flatMap((one) => one.points) ?? [];
  const listed = points.reduce((sum, { items }) => sum + Math.max(0, items.length - 1), 0);
  const size = (group?.requirements.length ?? 1) + listed;
  const isLast = index === groups.length - 1;
  const isMaking = group?.title.startsWith("Carry out");
  const before = isLast
    ? groups.map((_, at) => at).slice(0, -1)
    : index === 0 || group?.isPreparation
      ? []
      : [index - 1];
  return {
    id: `M${index + 1}`,
    dependsOn: before.map((at) => `M${at + 1}`),
    owner: ownerOf(workspace, index),
    items: size,
    days: isMaking ? [low * size, 2 * high * size] : [Math.ceil((low * size) / 8), Math.ceil((high * size) / 4)],
  };
}

function chunks(all: readonly Requirement[]): Requirement[][] {
  const count = Math.ceil(all.length / mostTogether);
  return Array.from({ length: count }, (_, index) => all.slice(index * mostTogether, (index + 1) * mostTogether));
}

function short([first, ...others]: readonly Requirement[]): string {
  // “What we want to see: a table, a stage, and a bar” is named after the first listed item.
  const [item, ...items] = first?.points[0]?.items ?? [];
  const title = item ?? (first?.title ?? "").replace(/ \(and \d+ more\)$/, "");
  const more = others.length + items.length;
  return more === 0 ? title : `${title}, and ${more} more`;
}
