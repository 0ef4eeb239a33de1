import { quotedBriefly } from "../brief/manner.ts";
import { acceptanceOf } from "../synthesis/requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { counted } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type Milestone, planMilestones } from "./plan-milestones.ts";

/** How each temperament introduces the words of the request behind a milestone. */
const words: Record<TemperamentName, string> = {
  atlas: "In the words of the request",
  briar: "To be put in writing",
  cedar: "To be agreed on",
};

/** The milestones of the master plan, each with its result, its dependencies and the proof that it is done. */
export const milestones: ArtifactWriter = (workspace) =>
  planMilestones(workspace).flatMap((one) => write(workspace, one));

function write(workspace: Workspace, one: Milestone): Block[] {
  const [low, high] = workspace.temperament.hours;
  const basis = one.title.startsWith("Carry out")
    ? "Assumption: a first guess, because the request does not say how much work it is; estimate again after the first item"
    : `Assumption: ${counted(one.items, "item")} of ${low}–${high} hours, with as much waiting in between`;
  return [
    paragraph(`## ${one.id} ${one.title}`),
    paragraph(`- Outcome: ${one.outcome}`),
    line(`- Depends on: ${one.dependsOn.join(", ") || "none"}`),
    line(`- Requirements: ${one.requirements.map(({ id }) => id).join(", ")}`),
    ...one.requirements
      .slice(0, 2)
      .map((requirement, index) =>
        line(`- Done when: ${requirement.id}: ${acceptanceOf(workspace, requirement)}`, index === 0 ? 1 : 3),
      ),
    line(`- Estimate: ${estimateOf(one)}; ${basis}`, 2),
    ...one.requirements
      .flatMap(({ points }) => points)
      .slice(0, 2)
      .map((point) => line(`- ${words[workspace.temperament.name]}: ${quotedBriefly(point)}`, 4)),
  ];
}
