import { citedBriefly, leaderAsked } from "../brief/read-brief.ts";
import { carrierOf } from "../synthesis/plan-requirements.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { type Milestone, planMilestones, workKindOf } from "./plan-milestones.ts";

/** The plan in phases, with one line per milestone, then the critical path and the reserve. */
export const masterPlan: ArtifactWriter = (workspace, { budget }) =>
  firstThatFits(budget, [() => plan(workspace, ({ outcome }) => outcome), () => plan(workspace, () => "done")]);

function plan(workspace: Workspace, exit: (one: Milestone) => string): Block[] {
  const all = planMilestones(workspace);
  const owner = ownerOf(workspace);
  // The first phase ends where another kind of work begins.
  const start = all.findIndex(({ title }) => workKindOf(title) !== workKindOf(all[0]?.title ?? ""));
  const parts = start < 0 ? [all] : [all.slice(0, start), all.slice(start, -1), all.slice(-1)];
  const phases = ["Begin", "Continue", "Finish"].flatMap((title, index) => {
    const some = parts[index] ?? [];
    return some.length === 0 ? [] : [{ title, purpose: voiceOf(workspace).plan.phases[index], some }];
  });
  return [
    ...phases.flatMap(({ title, purpose, some }, index) => [
      paragraph(`## Phase ${index + 1} ${title}`),
      paragraph(`Purpose: ${purpose}.`, 1),
      ...some.map((one, at) => ({
        ...line(
          `- ${statusOf(workspace, one)} ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${owner} — estimate: ${estimateOf(one)} — exit: ${exit(one)}${reasonOf(workspace, one)}`,
        ),
        tight: at > 0,
      })),
    ]),
    paragraph(closing(workspace, all)),
  ];
}

/** The models assign work to no one. If a person said who leads the work, the plan refers to that answer. */
function ownerOf({ prompt }: Workspace): string {
  const answer = prompt.remarks.find((one) => one.question === leaderAsked && !one.open);
  return answer ? `as ${answer.source} says` : "to be agreed";
}

/** Asking, checking and handing over take days. The models cannot know how long it takes to make something. */
export function estimateOf({ title, days: [low, high] }: Milestone): string {
  if (workKindOf(title) === "make") return "to be made by those who do the work";
  return low === high ? `${low} day${low === 1 ? "" : "s"}` : `${low}–${high} days`;
}

/** The claim about this milestone that the person left open, if any. Such a milestone is undecided. */
const openClaim = ({ prompt }: Workspace, { requirements }: Milestone): string | undefined =>
  prompt.contested.find(({ choice, text }) => choice === "open" && carrierOf(requirements, text))?.id;

const statusOf = (workspace: Workspace, one: Milestone): string => (openClaim(workspace, one) ? "[?]" : "[ ]");

function reasonOf(workspace: Workspace, one: Milestone): string {
  const id = openClaim(workspace, one);
  return id ? ` — reason: [${id}] is left open` : "";
}

function closing(workspace: Workspace, all: readonly Milestone[]): string {
  const path = longestPath(all).map(({ id }) => id);
  const papers = workspace.papers.filter((paper) => paper.kind === "final_synthesis").map(({ id }) => `[${id}]`);
  const from = papers.length > 0 ? ` The plan rests on ${papers.join(", ")}.` : "";
  const { reserve } = workspace.temperament;
  return `The critical path is ${path.join(", ")}. Assumption: a reserve of ${reserve} % of the time and money for ${citedBriefly(mainPoint(workspace))}.${from}`;
}

/** The models cannot know how long it takes to make something, so such work counts as longer than everything else. */
const unknownDays = 1_000;

/** The longest chain of dependencies, measured by the upper estimates. */
function longestPath(all: readonly Milestone[]): Milestone[] {
  const paths = new Map<string, { path: Milestone[]; days: number }>();
  for (const one of all) {
    const before = one.dependsOn.flatMap((id) => paths.get(id) ?? []).toSorted((a, b) => b.days - a.days)[0];
    const days = workKindOf(one.title) === "make" ? unknownDays : one.days[1];
    paths.set(one.id, { path: [...(before?.path ?? []), one], days: (before?.days ?? 0) + days });
  }
  return [...paths.values()].toSorted((a, b) => b.days - a.days)[0]?.path ?? [];
}
