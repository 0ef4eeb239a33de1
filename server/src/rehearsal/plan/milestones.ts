import { citedBriefly } from "../brief/read-brief.ts";
import type { Requirement } from "../synthesis/plan-requirements.ts";
import { acceptanceOf } from "../synthesis/requirements.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import type { WorkKind } from "../voices/voice.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type Milestone, planMilestones, workKindOf } from "./plan-milestones.ts";

/** The milestones of the master plan, each with its result, its dependencies and the proof that it is done. */
export const milestones: ArtifactWriter = (workspace) =>
  planMilestones(workspace).flatMap((one) => write(workspace, one));

/** The kind of work that can meet each kind of requirement. A kind that is not listed is met by a check. */
const meets: Partial<Record<Requirement["kind"], WorkKind>> = { goal: "make", person: "ask", open: "ask" };

/**
 * The requirement's acceptance or, if the milestone only prepares for the requirement, the milestone's outcome. Asking about
 * or checking a goal, for example, does not yet meet the goal.
 */
function proofOf(workspace: Workspace, { title, outcome }: Milestone, requirement: Requirement): string {
  const isWhole = ["deliver", meets[requirement.kind] ?? "check"].includes(workKindOf(title));
  return isWhole ? acceptanceOf(workspace, requirement) : outcome;
}

const write = (workspace: Workspace, one: Milestone): Block[] => [
  paragraph(`## ${one.id} ${one.title}`),
  paragraph(`- Outcome: ${one.outcome}`),
  line(`- Depends on: ${one.dependsOn.join(", ") || "none"}`),
  line(`- Requirements: ${one.requirements.map(({ id }) => id).join(", ")}`),
  ...one.requirements.map((requirement, index) =>
    line(
      `- Done when: ${requirement.id}${quotesOf(requirement)}: ${proofOf(workspace, one, requirement)}`,
      index === 0 ? 1 : 3,
    ),
  ),
  line(`- Estimate: ${estimateOf(one)}${workKindOf(one.title) === "make" ? "" : "; Assumption: a first guess"}`, 2),
];

const mostQuotes = 3;

/** The sentences that the proof is about. */
function quotesOf({ points }: Requirement): string {
  const quotes = points.slice(0, mostQuotes).map(citedBriefly).join("; ");
  return `${quotes === "" ? "" : ` ${quotes}`}${points.length > mostQuotes ? `; and ${points.length - mostQuotes} more` : ""}`;
}
