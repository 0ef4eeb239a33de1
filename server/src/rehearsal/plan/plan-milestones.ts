import type { Point } from "../brief/read-brief.ts";
import { type Desk, oncePerDesk, ownerOf } from "../desk.ts";
import { planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import type { TemperamentName } from "../temperament.ts";

export type Milestone = {
  id: string;
  title: string;
  outcome: string;
  dependsOn: string[];
  requirements: Requirement[];
  owner: string;
  /** Working days, from and to. */
  days: readonly [number, number];
};

type Group = { isPreparation: boolean; title: string; outcome: string; requirements: Requirement[] };

/** How many requirements one milestone carries, so that it stays a few days or weeks of work. */
const mostTogether = 3;

const kindsOf = { settle: ["open", "person"], limits: ["limit", "exclusion", "figure"], result: ["goal"] } as const;

/** The milestones of the plan. Each requirement is in one of them, and the last one looks at all of it again. */
export const planMilestones = oncePerDesk((desk: Desk): Milestone[] => {
  const all = planRequirements(desk);
  const of = (kinds: readonly Point["kind"][]) => all.filter(({ kind }) => kinds.includes(kind));
  const settle = chunks(of(kindsOf.settle)).map((some): Group => ({
    isPreparation: true,
    title: `Settle: ${short(some)}`,
    outcome: "what was open is answered, and everyone involved has confirmed their part",
    requirements: some,
  }));
  const limits = chunks(of(kindsOf.limits)).map((some): Group => ({
    isPreparation: true,
    title: `Check: ${short(some)}`,
    outcome: "each of these limits has been checked, and the result is written down",
    requirements: some,
  }));
  const result = chunks([...of(kindsOf.result), ...of(["context"])]).map((some): Group => ({
    isPreparation: false,
    title: `Make: ${short(some)}`,
    outcome: "these parts exist and can be shown",
    requirements: some,
  }));
  const dates = of(["date"]);
  const last: Group = {
    isPreparation: false,
    title: dates.length > 0 ? `Deliver: ${short(dates)}` : "Deliver and check against the request",
    outcome: "the whole is delivered, and every sentence of the request has been checked once more",
    requirements: dates.length > 0 ? dates : all.slice(0, 1),
  };
  const order: Record<TemperamentName, Group[]> = {
    atlas: [...result.slice(0, 1), ...settle, ...limits, ...result.slice(1)],
    briar: [...limits.slice(0, 1), ...settle, ...limits.slice(1), ...result],
    cedar: [...settle, ...result.slice(0, 1), ...limits, ...result.slice(1)],
  };
  const groups = [...order[desk.temperament.name], last];
  return groups.map(({ isPreparation: _, ...group }, index) => ({ ...group, ...placeOf(desk, groups, index) }));
});

/** Preparations can begin at once; what is made follows the one before it; the end waits for everything. */
function placeOf(desk: Desk, groups: readonly Group[], index: number) {
  const [low, high] = desk.temperament.days;
  const group = groups[index];
  const size = group?.requirements.length ?? 1;
  const isLast = index === groups.length - 1;
  const before = isLast ? groups.map((_, at) => at).slice(0, -1) : index === 0 || group?.isPreparation ? [] : [index - 1];
  // The first milestone comes before everything else.
  const dependsOn = index > 0 && before.length === 0 ? [0] : before;
  return {
    id: `M${index + 1}`,
    dependsOn: dependsOn.map((at) => `M${at + 1}`),
    owner: ownerOf(desk, index),
    days: [low * size, high * size] as const,
  };
}

function chunks(all: readonly Requirement[]): Requirement[][] {
  const count = Math.ceil(all.length / mostTogether);
  return Array.from({ length: count }, (_, index) => all.slice(index * mostTogether, (index + 1) * mostTogether));
}

function short([first, ...others]: readonly Requirement[]): string {
  const title = (first?.title ?? "").replace(/ \(and \d+ more\)$/, "");
  return others.length === 0 ? title : `${title} and ${others.length} more`;
}
