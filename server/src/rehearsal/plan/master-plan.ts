import { quotedBriefly } from "../brief/manner.ts";
import { carrierOf } from "../synthesis/plan-requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { counted, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { type Milestone, planMilestones } from "./plan-milestones.ts";

const phases: Record<TemperamentName, readonly [string, string, string]> = {
  atlas: [
    "something that can be shown exists as early as possible",
    "the remaining parts are prepared and made",
    "the whole is delivered and checked",
  ],
  briar: [
    "the tightest limits are proven before money is spent",
    "open points are settled and the parts are made within the proven limits",
    "the result is delivered with every proof attached",
  ],
  cedar: [
    "everyone involved agrees on the work and on their part in it",
    "the parts are made and tried by the people they are for",
    "the result is handed over to named people",
  ],
};

/** The plan in phases, with one line per milestone, then the critical path and the reserve. */
export const masterPlan: ArtifactWriter = (workspace, { budget }) =>
  firstThatFits(budget, [() => plan(workspace, fullLine), () => plan(workspace, shortLine)]);

function plan(workspace: Workspace, write: (one: Milestone) => string): Block[] {
  const all = planMilestones(workspace);
  const purposes = phases[workspace.temperament.name];
  const parts = [all.slice(0, 1), all.slice(1, -1), all.length > 1 ? all.slice(-1) : []];
  const written = ["Begin", "Continue", "Finish"].flatMap((title, index) => {
    const some = parts[index] ?? [];
    return some.length === 0 ? [] : [{ title, purpose: purposes[index], some }];
  });
  return [
    ...written.flatMap(({ title, purpose, some }, index) => {
      return [
        paragraph(`## Phase ${index + 1} ${title}`),
        paragraph(`Purpose: ${purpose}.`, 1),
        ...some.map((one, at) => ({
          ...line(`- ${statusOf(workspace, one)} ${write(one)}${reasonOf(workspace, one)}`),
          tight: at > 0,
        })),
      ];
    }),
    paragraph(closing(workspace, all)),
  ];
}

const fullLine = (one: Milestone): string =>
  `${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${one.owner} — estimate: ${estimateOf(one)} — exit: ${one.outcome}`;
const shortLine = (one: Milestone): string =>
  `${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${one.owner} — estimate: ${estimateOf(one)} — exit: done`;

export const estimateOf = ({ days: [low, high] }: Milestone): string =>
  low === high ? counted(low, "day").replace("one", "1") : `${low}–${high} days`;

/** The claim about this milestone that the person left open, if any. Such a milestone is undecided. */
function openClaim({ prompt }: Workspace, { requirements }: Milestone): string | undefined {
  return prompt.contested.find(({ choice, text }) => choice === "open" && carrierOf(requirements, text))?.id;
}

const statusOf = (workspace: Workspace, one: Milestone): string => (openClaim(workspace, one) ? "[?]" : "[ ]");

function reasonOf(workspace: Workspace, one: Milestone): string {
  const id = openClaim(workspace, one);
  return id ? ` — reason: [${id}] is left open` : "";
}

function closing(workspace: Workspace, all: readonly Milestone[]): string {
  const { brief, temperament } = workspace;
  const path = longestPath(all);
  const low = path.reduce((sum, one) => sum + one.days[0], 0);
  const high = path.reduce((sum, one) => sum + one.days[1], 0);
  const until =
    brief.dates.length > 0 ? `; count them back from ${brief.dates.slice(0, 3).map(quoted).join(", ")}` : "";
  const papers = workspace.papers.filter((paper) => paper.kind === "final_synthesis").map(({ id }) => `[${id}]`);
  const from = papers.length > 0 ? ` The plan rests on ${papers.join(", ")}.` : "";
  return `The critical path is ${path.map(({ id }) => id).join(", ")}: ${low}–${high} working days${until}. The reserve is ${temperament.reserve} % of the time and money for ${quotedBriefly(mainPoint(workspace))}.${from}`;
}

/** The longest chain of dependencies, by the upper estimate. */
function longestPath(all: readonly Milestone[]): Milestone[] {
  const paths = new Map<string, { path: Milestone[]; days: number }>();
  for (const one of all) {
    const before = one.dependsOn.flatMap((id) => paths.get(id) ?? []).toSorted((a, b) => b.days - a.days)[0];
    paths.set(one.id, { path: [...(before?.path ?? []), one], days: (before?.days ?? 0) + one.days[1] });
  }
  return [...paths.values()].toSorted((a, b) => b.days - a.days)[0]?.path ?? [];
}
