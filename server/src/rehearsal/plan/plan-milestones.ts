import { citedBriefly } from "../brief/read-brief.ts";
import { planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
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
};

/** The first words of milestone titles. They determine the kind of work, both in this model's plan and in a given one. */
const verbs: Record<string, WorkKind> = {
  Draft: "begin",
  "Talk about": "begin",
  "Agree on who does what": "people",
  "Settle what is still open": "ask",
  "Take into account": "note",
  "Check the draft against": "check",
  "Check the plan against": "check",
  "Carry out": "make",
  "Compare the result": "compare",
};

export const workKindOf = (title: string): WorkKind =>
  Object.entries(verbs).find(([verb]) => title.startsWith(verb))?.[1] ?? "make";

type Group = { title: string; requirements: Requirement[] };

/**
 * The milestones of the plan. Every requirement belongs to a milestone. The temperament determines what comes first: a draft,
 * a check, or a talk. The last milestone compares the result with the request.
 */
export const planMilestones = oncePerDocument((workspace: Workspace): Milestone[] => {
  const all = planRequirements(workspace);
  const main = mainPoint(workspace);
  const whole = all.filter(({ points }, index) => (main ? points.includes(main) : index === 0));
  const group = (verb: string, some: readonly Requirement[]): Group => ({
    title: `${verb}: ${short(some)}`,
    requirements: [...some],
  });
  const groupsOf = (verb: string, some: readonly Requirement[]): Group[] =>
    some.length > 0 ? [group(verb, some)] : [];
  const of = (manner: Manner) => all.filter(({ kind }) => mannerOf(kind) === manner);
  const { name } = workspace.temperament;
  const goals = of("goal");
  const bounds = of("bound");
  const people = of("given").filter(({ kind }) => kind === "person");
  const given = of("given").filter(({ kind }) => kind !== "person");
  const checks = groupsOf(
    `Check the ${name === "atlas" ? "draft" : "plan"} against`,
    bounds.length > 0 || name !== "briar" ? bounds : whole,
  );
  const groups = [
    ...{
      atlas: groupsOf("Draft", goals.length > 0 ? goals : whole),
      briar: checks,
      cedar: groupsOf("Talk about", whole),
    }[name],
    ...groupsOf("Agree on who does what", people),
    ...groupsOf("Take into account", given),
    ...groupsOf("Settle what is still open", of("open")),
    ...(name === "briar" ? [] : checks),
    ...goals.map((goal) => group("Carry out", [goal])),
    { title: "Compare the result with the request", requirements: [...new Set([...whole, ...all])] },
  ];
  return groups.map((one, index) => place(workspace, one, index, groups));
});

/**
 * A question can be asked at any time. Every other milestone waits for the earlier ones of another kind, because their
 * result may change it. The last milestone waits for all others.
 */
function place(workspace: Workspace, group: Group, index: number, groups: readonly Group[]): Milestone {
  const kind = workKindOf(group.title);
  const isOther = (at: number) => at < index && workKindOf(groups[at]?.title ?? "") !== kind;
  const before = kind === "ask" ? [] : [...groups.keys()].filter(isOther);
  return {
    ...group,
    id: `M${index + 1}`,
    ...planWordsOf(workspace).work[kind],
    dependsOn: before.map((at) => `M${at + 1}`),
  };
}

function short(all: readonly Requirement[]): string {
  const first = all[0]?.points[0];
  const title = first && first.block === "" ? citedBriefly(first) : (all[0]?.title ?? "");
  const others = all.reduce((sum, { points }) => sum + Math.max(1, points.length), 0) - 1;
  return others === 0 ? title : `${title}, and ${counted(others, "other point")}`;
}
