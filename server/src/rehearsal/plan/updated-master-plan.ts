import { citedBriefly } from "../brief/read-brief.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { type MilestoneAhead, milestonesAhead } from "./milestones-ahead.ts";
import { planWork } from "./work-plan.ts";

/**
 * The master plan with the current status of each milestone. Blocked, undecided and superseded milestones have a reason.
 */
export const updatedMasterPlan: ArtifactWriter = (workspace, { budget }) => {
  const all = milestonesAhead(workspace);
  const detailed = new Set(planWork(workspace).map((node) => node.milestone.id));
  const updated = all.map((one) => update(one, all, detailed));
  const plan = workspace.papers.findLast((paper) => paper.milestones.length > 0);
  const given = plan?.parts.get("master-plan")?.replaceAll(documentIds, `[${plan.id}]`);
  return firstThatFits(budget, [
    ...(given?.includes("- [") ? [() => [paragraph(rewrite(given, updated)), paragraph(summary(updated), 1)]] : []),
    () => lines(workspace, updated),
  ]);
};

/**
 * References in the plan to documents that are not in this prompt; they are replaced by a reference to the plan itself.
 */
const documentIds = /\[D\d+\](?:, \[D\d+\])*/g;

/** The given plan, verbatim except for the status marks and their reasons. */
function rewrite(plan: string, all: readonly MilestoneAhead[]): string {
  return plan
    .trim()
    .replaceAll(/^(\s*- )\[[ ~x!?-]\] (\**(M\d+)\b.*)$/gm, (text, dash: string, rest: string, id: string) => {
      const now = all.find((one) => one.id === id);
      return now ? `${dash}[${now.status}] ${rest.replace(/ — reason: .*$/, "")}${reasonOf(now)}` : text;
    });
}

/**
 * A milestone that is broken down and waits for nothing is in progress; a milestone that waits for a decision is blocked.
 */
function update(one: MilestoneAhead, all: readonly MilestoneAhead[], detailed: ReadonlySet<string>): MilestoneAhead {
  if (one.status !== " ") return one;
  const waiting = one.dependsOn.find((id) => all.find((other) => other.id === id)?.status === "?");
  if (waiting) return { ...one, status: "!", reason: `${waiting} is not decided` };
  const isReady = one.dependsOn.every((id) =>
    ["x", "-", undefined].includes(all.find((other) => other.id === id)?.status),
  );
  return detailed.has(one.id) && isReady ? { ...one, status: "~" } : one;
}

function lines(workspace: Workspace, all: readonly MilestoneAhead[]): Block[] {
  return [
    paragraph(`Where the work on ${citedBriefly(mainPoint(workspace))} stands:`),
    ...all.map((one, index) => ({
      ...line(
        `- [${one.status}] ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"}${reasonOf(one)}`,
      ),
      tight: index > 0,
    })),
    paragraph(summary(all), 1),
  ];
}

const reasonOf = (one: MilestoneAhead): string => (one.reason === "" ? "" : ` — reason: ${one.reason}`);

function summary(all: readonly MilestoneAhead[]): string {
  const done = all.filter((one) => one.status === "x").length;
  const running = all.filter((one) => one.status === "~").map(({ id }) => id);
  return `${done} of ${all.length} milestones are done${running.length > 0 ? `; ${running.join(", ")} ${running.length === 1 ? "is" : "are"} ready to be worked on` : ""}.`;
}
