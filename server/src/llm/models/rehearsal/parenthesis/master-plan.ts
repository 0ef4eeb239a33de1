import { fragmentsOf } from "../brief/fragments.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../fit-words.ts";
import { ownerOf } from "../matter.ts";
import { joinWords, quoted } from "../phrasing.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import { voice } from "../voice.ts";
import { contestedOn } from "./follow-choices.ts";
import { estimate } from "./milestones.ts";
import { type PlannedMilestone, phaseName, planMilestones } from "./planned-milestones.ts";

/** Phases → milestones with dependencies, owner, estimate with range, exit criteria and status. */
export const masterPlan: ArtifactWriter = (desk, { budget }) => {
  const planned = planMilestones(desk);
  return firstThatFits(budget, [() => plan(desk, planned, fullLine), () => plan(desk, planned, shortLine)]);
};

function plan(desk: Desk, planned: readonly PlannedMilestone[], say: typeof fullLine): Block[] {
  const phases = [...new Set(planned.map((one) => one.phase))];
  return [
    paragraph(introduction(desk, planned)),
    ...phases.flatMap((phase) => [
      paragraph(`## Phase ${phases.indexOf(phase) + 1} ${phaseName(phase)}: ${aboutIn(desk, phase)}`),
      paragraph(purpose(desk, phase)),
      ...planned
        .filter((one) => one.phase === phase)
        .map((one, index) => ({ ...line(say(desk, one, index)), tight: index > 0 })),
    ]),
    paragraph(reserve(desk, planned), 1),
  ];
}

function fullLine(desk: Desk, one: PlannedMilestone, index: number): string {
  const check = one.requirements.find((requirement) => requirement.acceptance !== "")?.acceptance;
  return `- ${statusOf(desk, one)} ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${ownerFor(desk, one, index)} — estimate: ${estimate(one)}, by ${one.due} — exit: ${check ?? `seen and signed by ${ownerOf(desk.brief)}`}${reasonFor(desk, one)}`;
}

function shortLine(desk: Desk, one: PlannedMilestone, index: number): string {
  return `- ${statusOf(desk, one)} ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — owner: ${ownerFor(desk, one, index)} — estimate: ${estimate(one)} — exit: by ${one.due}${reasonFor(desk, one)}`;
}

/** Undecided when the brief leaves open what the milestone is about; otherwise open: nothing has been done yet. */
const statusOf = (desk: Desk, one: PlannedMilestone): string => (undecided(desk, one) ? "[?]" : "[ ]");

function reasonFor(desk: Desk, one: PlannedMilestone): string {
  const what = undecided(desk, one);
  return what ? ` — reason: ${what} is not settled` : "";
}

/** A contested claim nobody has chosen on, or a gap of the brief. */
function undecided(desk: Desk, one: PlannedMilestone): string | undefined {
  const contested = one.requirements
    .flatMap((requirement) => contestedOn(desk, requirement))
    .find(({ choice }) => choice === undefined || choice === "open");
  if (contested) return `[${contested.id}]`;
  const gap = desk.brief.gaps.find(
    ({ kind, question }) =>
      (kind === "undecided" || kind === "contradiction") &&
      one.requirements.some((requirement) => !isCondition(requirement) && requirement.matter?.words.test(question)),
  );
  const quote = gap?.question.match(/“([^”]+)”/u)?.[1];
  return quote && quoted(quote);
}

function ownerFor(desk: Desk, one: PlannedMilestone, index: number): string {
  const { people } = desk.brief;
  return people[(one.phase + index - 1) % Math.max(1, people.length)] ?? ownerOf(desk.brief);
}

function introduction(desk: Desk, planned: readonly PlannedMilestone[]): string {
  const { subject, anchor } = desk.brief;
  const refs = desk.papers
    .map((paper) => `[${paper.id}]`)
    .slice(0, 4)
    .join(", ");
  const end = anchor
    ? `counted back from ${quoted(anchor.text)}`
    : "counted in weeks from the go-ahead, because the brief names no day";
  const said = desk.papers[0]?.requirements[0];
  const from =
    refs === "" ? "" : ` It rests on ${refs}${said ? `, beginning with ${quoted(quotable(said.body))}` : ""}.`;
  return voice(desk, {
    atlas: `${planned.length} milestones lead to ${subject.long}, ${end}.${from} Milestones of one phase of the ${subject.short} can run side by side.`,
    briar: `${planned.length} milestones, ${end}; after each of them the ${subject.short} can be stopped without losing the one before.${from}`,
    cedar: `${planned.length} milestones, ${end}, each in the hands of one person.${from} Whoever finishes one part of the ${subject.short} hands it over by word of mouth and one written line.`,
  });
}

/** The first clause of what a requirement says. */
const quotable = (body: string): string => fragmentsOf(body.trim().split("\n")[0] ?? "")[0] ?? "";

const purposes = [
  "",
  "To have an answer to",
  "To have at hand what is needed for",
  "To bring about",
  "To show that it holds:",
  "To be there for",
];

function aboutIn(desk: Desk, phase: number): string {
  const names = desk.matters.filter((matter) => matter.phase === phase).map((matter) => matter.name);
  return names.length > 0 ? joinWords(names.slice(0, 2)) : `what the brief fixes for the ${desk.brief.subject.short}`;
}

function purpose(desk: Desk, phase: number): string {
  const quotes = desk.matters.filter((matter) => matter.phase === phase).map((matter) => quoted(matter.brief));
  const about =
    quotes.length > 0
      ? joinWords([...new Set(quotes)].slice(0, 2))
      : quoted(desk.brief.limits[0] ?? desk.brief.subject.title);
  return `${purposes[phase]} ${about}.`;
}

function reserve(desk: Desk, planned: readonly PlannedMilestone[]): string {
  const low = planned.reduce((sum, one) => sum + one.days.low, 0);
  const high = planned.reduce((sum, one) => sum + one.days.high, 0);
  const path = [...new Map(planned.map((one) => [one.phase, one.id])).values()];
  return `The critical path of the ${desk.brief.subject.short} is ${path.join(" → ")}: ${low}–${high} days of work in all. The reserve of the ${desk.brief.subject.short} is the difference, ${high - low} days, and should shrink with every milestone.`;
}
