import type { PointKind } from "../brief/classify.ts";
import { chunks, planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import type { WorkKind } from "../voices/voice.ts";
import { voiceOf } from "../voices/voices.ts";
import { firstPoint, mainPoint, oncePerDocument, type Workspace } from "../workspace.ts";

export type Milestone = {
  id: string;
  title: string;
  outcome: string;
  dependsOn: string[];
  requirements: Requirement[];
  /** The estimated working days, low and high: a guess based on the number of requirements. */
  days: readonly [number, number];
};

/** The first words of milestone titles. They determine the kind of work, both in this model's plan and in a given one. */
const verbs: readonly (readonly [verb: string, kind: WorkKind])[] = [
  ["Ask about", "ask"],
  ["Check", "check"],
  ["Carry out", "make"],
  ["Deliver", "deliver"],
];

export const workKindOf = (title: string): WorkKind => verbs.find(([verb]) => title.startsWith(verb))?.[1] ?? "make";

/** The words before the colon of a title that begins with one of the verbs; empty for any other title. */
export const verbOf = (title: string): string =>
  verbs.some(([verb]) => title.startsWith(verb)) ? (title.split(": ")[0] ?? "") : "";

type Group = { title: string; requirements: Requirement[] };

/** The maximum number of requirements in one milestone. It keeps a milestone to a few days or weeks. */
const mostTogether = 3;

/**
 * The milestones of the plan. Every requirement belongs to a milestone. The temperament determines what comes first: to make
 * a part of the result, to check something, or to ask the people involved. The last milestone compares the result with the
 * request.
 */
export const planMilestones = oncePerDocument((workspace: Workspace): Milestone[] => {
  const all = planRequirements(workspace);
  const main = mainPoint(workspace);
  const first = firstPoint(workspace);
  const withPoint = (point: typeof main) => all.filter(({ points }) => point !== undefined && points.includes(point));
  const groupsOf = (verb: string, kinds: readonly PointKind[]): Group[] =>
    chunks(
      all.filter((one) => kinds.includes(one.kind) && !whole.includes(one)),
      mostTogether,
    ).map((some) => ({ title: `${verb}: ${short(some)}`, requirements: some }));
  const isFirst = (one: Requirement): boolean => withPoint(first).includes(one);
  const isOnlyGoal = all.every((one) => one.kind !== "goal" || withPoint(main).includes(one));
  // The last milestone delivers the whole request; earlier milestones make the parts of the request.
  const whole = isOnlyGoal || withPoint(main)[0]?.kind !== "goal" ? [] : withPoint(main);
  const asks = groupsOf("Ask about", ["open", "person"]);
  const checks = groupsOf("Check", ["limit", "exclusion", "figure", "block"]);
  const makes = groupsOf("Carry out what is asked", ["goal"]);
  const opening = (verb: string): Group[] =>
    withPoint(first).map((one) => ({ title: `${verb}: ${one.title}`, requirements: [one] }));
  // A question or an exclusion cannot be carried out, but a draft can be made for it.
  const begin = makes.length > 0 ? makes : opening("Carry out a first draft for this");
  const order = {
    atlas: [...begin.slice(0, 1), ...asks, ...checks, ...begin.slice(1)],
    briar: [...(checks.length > 0 ? checks : opening("Check")), ...asks, ...makes],
    cedar: [
      ...(asks.some(({ requirements }) => requirements.some(isFirst)) ? [] : opening("Ask about")),
      ...asks,
      ...makes.slice(0, 1),
      ...checks,
      ...makes.slice(1),
    ],
  }[workspace.temperament.name];
  const end = [...whole, ...all.filter(({ kind }) => kind === "date" || kind === "context")];
  const last: Group = {
    title: whole.length > 0 ? `Deliver what is asked: ${short(whole)}` : "Deliver and compare with the request",
    requirements: [end, withPoint(main), all.slice(0, 1)].find((some) => some.length > 0) ?? [],
  };
  return [...order, last].map((group, index, groups) => place(workspace, group, index, groups));
});

/**
 * A question can be asked at any time. Every other milestone waits for the earlier ones of another kind, because their
 * result may change it. The last milestone waits for all others.
 */
function place(workspace: Workspace, group: Group, index: number, groups: readonly Group[]): Milestone {
  const [low, high] = workspace.temperament.hours;
  const kind = workKindOf(group.title);
  const size = group.requirements.length;
  const isOther = (at: number) => at < index && workKindOf(groups[at]?.title ?? "") !== kind;
  const before = kind === "ask" ? [] : [...groups.keys()].filter(isOther);
  return {
    ...group,
    id: `M${index + 1}`,
    outcome: voiceOf(workspace).work[kind].done,
    dependsOn: before.map((at) => `M${at + 1}`),
    days: [Math.ceil((low * size) / 8), Math.ceil((high * size) / 4)],
  };
}

const short = ([first, ...others]: readonly Requirement[]): string => {
  const title = (first?.title ?? "").replace(/ \(and \d+ more\)$/, "");
  return others.length === 0 ? title : `${title}, and ${others.length} more`;
};
