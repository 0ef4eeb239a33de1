import type { ArtifactWriter, Desk } from "../desk.ts";
import { firstThatFits, paragraph } from "../fit-words.ts";
import { joinWords, quoted } from "../phrasing.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import type { AgreedRequirement } from "./agreed-requirement.ts";
import { type PlannedMilestone, planMilestones } from "./planned-milestones.ts";

/** `## M1 Title` with outcome, dependencies, requirements, done when, estimate; none may be left out. */
export const milestones: ArtifactWriter = (desk, { budget }) => {
  const planned = planMilestones(desk);
  const all = (say: typeof text) => () => planned.map((one) => paragraph(say(desk, one)));
  return firstThatFits(budget, [
    all((_, one) => text(desk, one, 3)),
    all((_, one) => text(desk, one, 1)),
    all(shortText),
  ]);
};

function text(desk: Desk, one: PlannedMilestone, depth = 3): string {
  const { short } = desk.brief.subject;
  const aims = [
    ...new Set(
      one.requirements.flatMap((requirement) => (isCondition(requirement) ? [] : (requirement.matter?.aim ?? []))),
    ),
  ];
  const quotes = [...new Set(one.requirements.map((requirement) => quoteFor(desk, requirement)))];
  const checks = [...new Set(one.requirements.map((requirement) => requirement.acceptance))].filter(
    (check) => check !== "",
  );
  const outcome =
    aims.slice(0, depth).join("; ") || `nobody knows an exception from what the brief fixes for the ${short}`;
  return [
    `## ${one.id} ${one.title}`,
    "",
    `- Outcome: ${outcome}; this answers ${joinWords(quotes.slice(0, depth).map(quoted))}.`,
    `- Depends on: ${one.dependsOn.join(", ") || "none"}`,
    `- Requirements: ${one.requirements.map((requirement) => requirement.id).join(", ")}`,
    `- Done when: ${checks.slice(0, depth).join("; ") || `somebody who did not work on the ${short} has looked and signed`}.`,
    `- Estimate: ${estimate(one)} for the ${short}, due by ${one.due}; it rests on ${desk.temperament.days.join("–")} days for each requirement`,
  ].join("\n");
}

function shortText(desk: Desk, one: PlannedMilestone): string {
  const [first] = one.requirements;
  return [
    `## ${one.id} ${one.title}`,
    "",
    `- Outcome: ${quoted(first ? quoteFor(desk, first) : desk.brief.subject.title)} is settled.`,
    `- Depends on: ${one.dependsOn.join(", ") || "none"}`,
    `- Requirements: ${one.requirements.map((requirement) => requirement.id).join(", ")}`,
    `- Done when: ${first?.acceptance || "somebody else has looked"}.`,
    `- Estimate: ${estimate(one)}, by ${one.due}`,
  ].join("\n");
}

/** A condition is quoted itself; anything else by the words that raised its matter. */
function quoteFor(desk: Desk, one: AgreedRequirement): string {
  if (isCondition(one)) return one.title.replace(/^Fixed: /, "");
  return one.matter?.brief ?? desk.brief.subject.title;
}

export function estimate({ days }: PlannedMilestone): string {
  return days.low === days.high ? `${days.low} days` : `${days.low}–${days.high} days`;
}
