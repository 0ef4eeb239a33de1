import { chunks, planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import { counted } from "../text/phrasing.ts";
import { mainPoint, oncePerDocument, type Workspace } from "../workspace.ts";
import { type Manner, mannerOf, planWordsOf, type WorkKind } from "./words.ts";

export type Milestone = {
  id: string;
  title: string;
  outcome: string;
  done: string;
  dependsOn: string[];
  requirements: Requirement[];
  /** The estimated hours of work, low and high: a guess based on the number of requirements. */
  hours: readonly [number, number];
};

/** The first words of milestone titles. They determine the kind of work, both in this model's plan and in a given one. */
const verbs: Record<string, WorkKind> = {
  Draft: "begin",
  "Talk about": "begin",
  Settle: "ask",
  "Take into account": "note",
  "Check the draft against": "check",
  "Check the plan against": "check",
  "Carry out": "make",
  "Compare the result": "compare",
};

export const workKindOf = (title: string): WorkKind =>
  Object.entries(verbs).find(([verb]) => title.startsWith(verb))?.[1] ?? "make";

/** The words before the colon of a title that begins with one of the verbs; empty for any other title. */
export const verbOf = (title: string): string =>
  Object.keys(verbs).some((verb) => title.startsWith(verb)) ? (title.split(": ")[0] ?? "") : "";

type Group = { title: string; requirements: Requirement[] };

/** The maximum number of requirements in one milestone. */
const mostTogether = 6;

/**
 * The milestones of the plan. Every requirement belongs to a milestone. The temperament determines what comes first: a draft,
 * a check, or a talk. The last milestone compares the result with the request.
 */
export const planMilestones = oncePerDocument((workspace: Workspace): Milestone[] => {
  const all = planRequirements(workspace);
  const main = mainPoint(workspace);
  const whole = all.filter(({ points }, index) => (main ? points.includes(main) : index === 0));
  const groupsOf = (verb: string, some: readonly Requirement[], size = mostTogether): Group[] =>
    chunks(some, size).map((together) => ({ title: `${verb}: ${short(together)}`, requirements: together }));
  const of = (manner: Manner) => all.filter(({ kind }) => mannerOf(kind) === manner);
  const { name } = workspace.temperament;
  const bounds = of("bound");
  const checks = groupsOf(
    `Check the ${name === "atlas" ? "draft" : "plan"} against`,
    bounds.length > 0 || name !== "briar" ? bounds : whole,
  );
  const groups = [
    ...{ atlas: groupsOf("Draft", whole), briar: checks, cedar: groupsOf("Talk about", whole) }[name],
    ...groupsOf("Take into account", of("given")),
    ...groupsOf("Settle", of("open")),
    ...(name === "briar" ? [] : checks),
    // Only atlas delivers everything together.
    ...groupsOf("Carry out", of("goal"), name === "atlas" ? mostTogether : 1),
    { title: "Compare the result with the request", requirements: whole },
  ];
  return groups.map((group, index) => place(workspace, group, index, groups));
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
    ...planWordsOf(workspace).work[kind],
    dependsOn: before.map((at) => `M${at + 1}`),
    hours: [low * size, high * size],
  };
}

function short(all: readonly Requirement[]): string {
  const title = (all[0]?.title ?? "").replace(/ \(and \d+ more\)$/, "");
  const others = all.reduce((sum, { points }) => sum + Math.max(1, points.length), 0) - 1;
  return others === 0 ? title : `${title}, and ${counted(others, "other point")}`;
}
