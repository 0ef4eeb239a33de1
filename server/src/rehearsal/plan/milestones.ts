import { citedBriefly } from "../brief/read-brief.ts";
import type { Requirement } from "../synthesis/plan-requirements.ts";
import { acceptanceOf } from "../synthesis/requirements.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { voiceOf } from "../voices/voices.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type Milestone, planMilestones, workKindOf } from "./plan-milestones.ts";

/** The milestones of the master plan, each with its result, its dependencies and the proof that it is done. */
export const milestones: ArtifactWriter = (workspace) =>
  planMilestones(workspace).flatMap((one) => write(workspace, one));

/**
 * The requirement's acceptance or, if the milestone only prepares for the requirement, the milestone's outcome. Asking about
 * or checking a goal does not meet it yet, and drafting does not meet any other requirement.
 */
function proofOf(workspace: Workspace, { title, outcome }: Milestone, requirement: Requirement): string {
  const isMade = ["make", "deliver"].includes(workKindOf(title));
  const isWhole = requirement.kind === "goal" ? isMade : workKindOf(title) !== "make";
  return isWhole ? acceptanceOf(workspace, requirement) : outcome;
}

const write = (workspace: Workspace, one: Milestone): Block[] => [
  paragraph(`## ${one.id} ${one.title}`),
  paragraph(`- Outcome: ${one.outcome}`),
  line(`- Depends on: ${one.dependsOn.join(", ") || "none"}`),
  line(`- Requirements: ${one.requirements.map(({ id }) => id).join(", ")}`),
  ...one.requirements.map((requirement, index) =>
    line(`- Done when: ${requirement.id}: ${proofOf(workspace, one, requirement)}`, index === 0 ? 1 : 3),
  ),
  line(`- Estimate: ${estimateOf(one)}${workKindOf(one.title) === "make" ? "" : "; Assumption: a first guess"}`, 2),
  ...one.requirements
    .flatMap(({ points }) => points)
    .slice(0, 3)
    .map((point) => line(`- ${voiceOf(workspace).plan.words}: ${citedBriefly(point)}`, 4)),
];
