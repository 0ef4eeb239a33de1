import { acceptanceOf } from "../synthesis/requirements.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { counted, quoted } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type Milestone, planMilestones } from "./plan-milestones.ts";

/** The milestones of the master plan, each with what exists then, what it waits for and how one sees that it is done. */
export const milestones: ArtifactWriter = (workspace) =>
  planMilestones(workspace).flatMap((one) => write(workspace, one));

function write(workspace: Workspace, one: Milestone): Block[] {
  const [low, high] = workspace.temperament.hours;
  const basis = one.title.startsWith("Carry out")
    ? "Assumption: not measured; estimate it again after its first item"
    : `Assumption: ${counted(one.items, "item")} of ${low}–${high} hours, with waiting in between`;
  const quotes = one.requirements.flatMap(({ points }) => points).slice(0, 3);
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
    ...quotes.slice(0, 2).map((point) => line(`- In the words of the request: ${quoted(point.title)}`, 4)),
  ];
}
