import { leaderAsked } from "../brief/read-brief.ts";
import { carrierOf } from "../synthesis/plan-requirements.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { type Milestone, planMilestones, workKindOf } from "./plan-milestones.ts";
import type { WorkKind } from "./words.ts";

/** The plan in phases, with one line per milestone, then the longest chain and the reserve. */
export const masterPlan: ArtifactWriter = (workspace, { budget }) =>
  firstThatFits(budget, [() => plan(workspace, ({ done }) => done), () => plan(workspace, () => "done")]);

function plan(workspace: Workspace, exit: (one: Milestone) => string): Block[] {
  const all = planMilestones(workspace);
  const owner = ownerOf(workspace);
  const phaseOf = ({ title }: Milestone): string => phases[workKindOf(title)] ?? "Prepare";
  return [
    ...[...Map.groupBy(all, phaseOf)].flatMap(([title, some], index) => [
      paragraph(`## Phase ${index + 1} ${title}`),
      ...some.map((one, at) => ({
        ...line(
          `- ${statusOf(workspace, one)} ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${owner} — estimate: ${estimateOf(workspace, one.title)} — exit: ${exit(one)}${reasonOf(workspace, one)}`,
        ),
        tight: at > 0,
      })),
    ]),
    paragraph(closing(workspace, all)),
  ];
}

const phases: Partial<Record<WorkKind, string>> = { make: "Carry out", compare: "Finish" };

/** The models assign work to no one. If a person said who leads the work, the plan refers to that answer. */
function ownerOf({ prompt }: Workspace): string {
  const answer = prompt.remarks.find((one) => one.question === leaderAsked && !one.open);
  return answer ? `as ${answer.source} says` : "to be agreed";
}

/** The models can guess how long asking and checking take, but not how long it takes to carry something out. */
export const estimateOf = ({ temperament: { hours } }: Workspace, title: string): string =>
  workKindOf(title) === "make" ? "not known yet" : `${hours.join("–")} hours (a guess)`;

/** The claim about this milestone that the person left open, if any. Such a milestone is undecided. */
const openClaim = ({ prompt }: Workspace, { requirements }: Milestone): string | undefined =>
  prompt.contested.find(({ choice, text }) => choice === "open" && carrierOf(requirements, text))?.id;

const statusOf = (workspace: Workspace, one: Milestone): string => (openClaim(workspace, one) ? "[?]" : "[ ]");

function reasonOf(workspace: Workspace, one: Milestone): string {
  const id = openClaim(workspace, one);
  return id ? ` — reason: [${id}] is left open` : "";
}

function closing({ temperament }: Workspace, all: readonly Milestone[]): string {
  const path = longestPath(all).map(({ id }) => id);
  return `The longest chain of dependencies is ${path.join(", ")}. Assumption: a reserve of ${temperament.reserve} % of the time and money.`;
}

function longestPath(all: readonly Milestone[]): Milestone[] {
  const paths = new Map<string, Milestone[]>();
  const longest = (some: readonly Milestone[][]) => some.toSorted((a, b) => b.length - a.length)[0] ?? [];
  for (const one of all) paths.set(one.id, [...longest(one.dependsOn.flatMap((id) => [paths.get(id) ?? []])), one]);
  return longest([...paths.values()]);
}
