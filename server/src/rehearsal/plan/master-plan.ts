import { type ArtifactWriter, type Desk, mainPoint } from "../desk.ts";
import { carrierOf } from "../synthesis/plan-requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
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

/** The whole way in phases, one line for each milestone, then the critical path and the reserve. */
export const masterPlan: ArtifactWriter = (desk, { budget }) =>
  firstThatFits(budget, [() => plan(desk, fullLine), () => plan(desk, shortLine)]);

function plan(desk: Desk, write: (one: Milestone) => string): Block[] {
  const all = planMilestones(desk);
  const purposes = phases[desk.temperament.name];
  const parts = [all.slice(0, 1), all.slice(1, -1), all.length > 1 ? all.slice(-1) : []];
  return [
    ...["Begin", "Carry out", "Finish"].flatMap((title, index) => {
      const some = parts[index] ?? [];
      if (some.length === 0) return [];
      return [
        paragraph(`## Phase ${index + 1} ${title}`),
        paragraph(`Purpose: ${purposes[index]}.`, 1),
        ...some.map((one, at) => ({
          ...line(`- ${statusOf(desk, one)} ${write(one)}${reasonOf(desk, one)}`),
          tight: at > 0,
        })),
      ];
    }),
    paragraph(closing(desk, all)),
  ];
}

const fullLine = (one: Milestone): string =>
  `${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${one.owner} — estimate: ${estimateOf(one)} — exit: ${one.outcome}`;
const shortLine = (one: Milestone): string =>
  `${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${one.owner} — estimate: ${estimateOf(one)} — exit: done`;

export const estimateOf = ({ days: [low, high] }: Milestone): string => `${low}–${high} days`;

/** A milestone is undecided where the person left a claim about it open. */
function openClaim({ prompt }: Desk, { requirements }: Milestone): string | undefined {
  return prompt.contested.find(({ choice, text }) => choice === "open" && carrierOf(requirements, text))?.id;
}

const statusOf = (desk: Desk, one: Milestone): string => (openClaim(desk, one) ? "[?]" : "[ ]");

function reasonOf(desk: Desk, one: Milestone): string {
  const id = openClaim(desk, one);
  return id ? ` — reason: [${id}] is left open` : "";
}

function closing(desk: Desk, all: readonly Milestone[]): string {
  const { brief, temperament } = desk;
  const path = longestPath(all);
  const low = path.reduce((sum, one) => sum + one.days[0], 0);
  const high = path.reduce((sum, one) => sum + one.days[1], 0);
  const until =
    brief.dates.length > 0 ? `; count them back from ${brief.dates.slice(0, 3).map(quoted).join(", ")}` : "";
  const papers = desk.papers.filter((paper) => paper.kind === "final_synthesis").map(({ id }) => `[${id}]`);
  const from = papers.length > 0 ? ` The plan rests on ${papers.join(", ")}.` : "";
  return `The critical path is ${path.map(({ id }) => id).join(", ")}: ${low}–${high} working days${until}. The reserve is ${temperament.reserve} % of the time and money for ${quoted(mainPoint(desk)?.title ?? "")}.${from}`;
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
