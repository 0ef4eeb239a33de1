import type { Desk } from "../desk.ts";
import { ownerOf } from "../matter.ts";
import { capital, quoted, small } from "../phrasing.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import { type MilestoneAhead, nextMilestones } from "./milestones-ahead.ts";

/** One sitting of work. */
export type WorkNode = {
  id: string;
  milestone: MilestoneAhead;
  title: string;
  dependsOn: string[];
  inputs: string;
  checkFirst: string;
  steps: string[];
  doneWhen: string;
  estimate: string;
  requirements: Requirement[];
  kind: string;
  closesWith: string;
};

/** The work of the next milestones, in dependency order: what a node depends on stands before it. */
export function planWork(desk: Desk, all: readonly MilestoneAhead[]): WorkNode[] {
  const nodes: WorkNode[] = [];
  const lastOf = new Map<string, string>();
  for (const milestone of nextMilestones(desk, all)) {
    const before = milestone.dependsOn.flatMap((id) => lastOf.get(id) ?? []);
    const own = nodesOf(desk, milestone, before);
    nodes.push(...own);
    const last = own.at(-1);
    if (last) lastOf.set(milestone.id, last.id);
  }
  return nodes;
}

function nodesOf(desk: Desk, milestone: MilestoneAhead, before: string[]): WorkNode[] {
  const number = milestone.id.slice(1);
  const works = milestone.requirements.filter((one) => !isCondition(one));
  const conditions = milestone.requirements.filter(isCondition);
  const drafts = [
    ...works.map((one) => workOn(desk, milestone, one)),
    ...(conditions.length > 0 ? [holdConditions(desk, milestone, conditions)] : []),
  ];
  const all = drafts.length > 0 ? drafts : [bringAbout(desk, milestone)];
  return all.map((draft, index) => ({
    ...draft,
    id: `W${number}.${index + 1}`,
    milestone,
    dependsOn: index === 0 ? before : [`W${number}.1`],
  }));
}

type Draft = Omit<WorkNode, "id" | "milestone" | "dependsOn">;
type Requirement = MilestoneAhead["requirements"][number];

function workOn(desk: Desk, milestone: MilestoneAhead, one: Requirement): Draft {
  const { matter } = one;
  if (!matter) return { ...bringAbout(desk, milestone), title: one.title, requirements: [one] };
  const [first, second, third] = matter.steps;
  const hours = 2 + (matter.phase % 3);
  return {
    title: `${matter.title}: ${first}`,
    inputs: `${matter.need.what} from ${matter.need.from}; the brief, ${quoted(matter.brief)}`,
    checkFirst: `write down how ${quoted(matter.brief)} will be judged, before anything is done: ${one.acceptance || matter.check}`,
    steps: [
      `${capital(first)} (the brief: ${quoted(matter.brief)})`,
      `${capital(second)}, for the ${desk.brief.subject.short}`,
      `${capital(third)}, and tell ${ownerOf(desk.brief)}`,
    ],
    doneWhen: `${matter.aim}, and ${quoted(matter.brief)} can be ticked off`,
    estimate: `${hours}–${hours * 2} hours for ${matter.name} in the ${desk.brief.subject.short}`,
    requirements: [one],
    kind: matter.kind,
    closesWith: `${matter.measure}, noted for the first time for the ${desk.brief.subject.short}`,
  };
}

function holdConditions(desk: Desk, milestone: MilestoneAhead, conditions: readonly Requirement[]): Draft {
  const quotes = conditions.map((one) => one.title.replace(/^Fixed: /, ""));
  return {
    title: `Conditions: read ${conditions.length === 1 ? "it" : `all ${conditions.length}`} aloud against ${small(milestone.title)}`,
    inputs: `the brief, word for word: ${quoted(quotes[0] ?? "")}`,
    checkFirst: `agree on who may say that ${quoted(quotes.at(-1) ?? "")} is broken`,
    steps: quotes.map((quote) => `Read ${quoted(quote)} aloud and write down what contradicts it`),
    doneWhen: `nobody in the ${desk.brief.subject.short} knows an exception, and ${ownerOf(desk.brief)} has signed`,
    estimate: `1–2 hours, with everybody who works on the ${desk.brief.subject.short}`,
    requirements: [...conditions],
    kind: "test",
    closesWith: `a signed list of ${conditions.length} answers about the ${desk.brief.subject.short}`,
  };
}

/** A milestone whose requirements were not given: still work, with what its title says. */
function bringAbout(desk: Desk, milestone: MilestoneAhead): Draft {
  const { short } = desk.brief.subject;
  return {
    title: milestone.title,
    inputs: `the brief, ${quoted(desk.brief.quotes[0] ?? desk.brief.subject.title)}`,
    checkFirst: `write one sentence that says when ${milestone.id} of the ${short} is done`,
    steps: [
      `Collect what exists for ${milestone.title}`,
      `Do the smallest part of ${milestone.title} that can be shown`,
      `Show it to ${ownerOf(desk.brief)} and note the answer`,
    ],
    doneWhen: `${ownerOf(desk.brief)} agrees that ${milestone.title} is done`,
    estimate: `3–6 hours on the ${short}`,
    requirements: [],
    kind: "matter",
    closesWith: `the sentence about ${milestone.id} of the ${short}, signed`,
  };
}
