import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, paragraph } from "../fit-words.ts";
import { joinWords, quoted } from "../phrasing.ts";
import { type PlannedMilestone, planMilestones } from "./planned-milestones.ts";

/** `## M1 Title` with outcome, dependencies, requirements covered, done when, estimate; none may be left out. */
export const milestones: ArtifactWriter = (desk, { budget }) => {
  const planned = planMilestones(desk);
  return firstThatFits(budget, [
    () => planned.map((one) => fullText(desk, one)),
    () => planned.map((one) => shortText(desk, one)),
  ]);
};

function fullText(desk: Desk, one: PlannedMilestone): Block {
  const checks = one.requirements.map((requirement) => requirement.acceptance).filter((text) => text !== "");
  const quotes = [...new Set(one.requirements.flatMap((requirement) => requirement.matter?.brief ?? []))];
  const aims = [...new Set(one.requirements.flatMap((requirement) => requirement.matter?.aim ?? []))];
  return paragraph(
    [
      `## ${one.id} ${one.title}`,
      "",
      `- Outcome: ${aims.slice(0, 2).join("; ") || `the requirements of the ${desk.brief.subject.short} below are met`}; this answers ${joinWords(quotes.slice(0, 2).map(quoted)) || quoted(desk.brief.subject.title)}.`,
      `- Depends on: ${dependencies(desk, one)}`,
      `- Requirements covered: ${one.requirements.map((requirement) => `${requirement.id} ${requirement.title.replace(/^Fixed: /, "")}`).join(", ")}`,
      `- Done when: ${checks.slice(0, 3).join("; ") || "somebody who did not do it has looked and signed"}.`,
      `- Estimate: ${estimate(one)} of work on the ${desk.brief.subject.short}, due by ${one.due}`,
    ].join("\n"),
  );
}

function shortText(desk: Desk, one: PlannedMilestone): Block {
  const [first] = one.requirements;
  return paragraph(
    [
      `## ${one.id} ${one.title}`,
      "",
      `- Outcome: ${quoted(first?.matter?.brief ?? desk.brief.subject.title)} is settled.`,
      `- Depends on: ${one.dependsOn.join(", ") || "nothing"}`,
      `- Requirements covered: ${one.requirements.map((requirement) => requirement.id).join(", ")}`,
      `- Done when: ${first?.acceptance || "somebody else has looked"}.`,
      `- Estimate: ${estimate(one)}, by ${one.due}`,
    ].join("\n"),
  );
}

export const estimate = ({ days }: PlannedMilestone): string => `${days.low}–${days.high} days`;

function dependencies(desk: Desk, one: PlannedMilestone): string {
  return one.dependsOn.join(", ") || `nothing within the ${desk.brief.subject.short}`;
}
