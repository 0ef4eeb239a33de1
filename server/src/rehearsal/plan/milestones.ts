import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import type { Requirement } from "../synthesis/plan-requirements.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { counted } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type Milestone, planMilestones, workKindOf } from "./plan-milestones.ts";

/** The milestones of the master plan, each with its result, its dependencies and the proof that it is done. */
export const milestones: ArtifactWriter = (workspace, { budget }) =>
  firstThatFits(
    budget,
    [cited, citedBriefly].map((cite) => () => planMilestones(workspace).flatMap((one) => write(workspace, one, cite))),
  );

type Cite = (point: Point) => string;

const write = (workspace: Workspace, one: Milestone, cite: Cite): Block[] => [
  paragraph(`## ${one.id} ${one.title}`),
  paragraph(`- Outcome: ${one.outcome}`),
  line(`- Depends on: ${one.dependsOn.join(", ") || "none"}`),
  line(`- Requirements: ${one.requirements.map(({ id }) => id).join(", ")}`),
  line(`- Done when: ${provenBy(one, cite)}: ${one.done}`),
  line(`- Estimate: ${estimateOf(workspace, one.title)}`, 2),
];

/** The requirements that the proof is about, with their sentences. The last milestone is about all of them. */
function provenBy({ title, requirements }: Milestone, cite: Cite): string {
  const shown = workKindOf(title) === "compare" ? requirements.slice(0, 1) : requirements;
  const more = requirements.length - shown.length;
  const texts = shown.map((one) => `${one.id}${quotesOf(one, cite)}`);
  return [...texts, ...(more > 0 ? [`and ${counted(more, "other requirement")}`] : [])].join("; ");
}

const mostQuotes = 3;

function quotesOf({ points }: Requirement, cite: Cite): string {
  const quotes = points.slice(0, mostQuotes).map(cite).join("; ");
  return `${quotes === "" ? "" : ` ${quotes}`}${points.length > mostQuotes ? `; and ${points.length - mostQuotes} more` : ""}`;
}
