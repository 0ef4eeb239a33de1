import { cited } from "../brief/read-brief.ts";
import { type GivenMilestone, type Requirement as GivenRequirement, readPaper } from "../prompt/read-paper.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";
import { planMilestones } from "./plan-milestones.ts";

/** A milestone of the current plan: its requirements and its progress. */
export type MilestoneAhead = {
  id: string;
  title: string;
  dependsOn: string[];
  /** The milestone's requirements. `quotes` are their quotations in the plan, including the quotation marks. */
  requirements: { id: string; quotes: string[] }[];
  /** The mark between the brackets of the milestone's line: a space, ~, x, !, ? or -. */
  status: string;
  reason: string;
};

/**
 * The milestones of the given plan, with their statuses after earlier iterations; if no plan was given, the milestones of this
 * model's own plan.
 */
export const milestonesAhead = oncePerDocument((workspace: Workspace): MilestoneAhead[] => {
  const plan = workspace.papers.findLast((paper) => paper.milestones.length > 0);
  const statuses = readStatuses(workspace);
  const withStatus = (one: Omit<MilestoneAhead, "status" | "reason">): MilestoneAhead => ({
    ...one,
    ...(statuses.get(one.id) ?? { status: " ", reason: "" }),
  });
  if (!plan) {
    return planMilestones(workspace).map(({ id, title, dependsOn, requirements }) => {
      const covered = requirements.map((one) => ({ id: one.id, quotes: one.points.map(cited) }));
      return withStatus({ id, title, dependsOn, requirements: covered });
    });
  }
  const known = new Map(plan.requirements.map((one) => [one.id, toCovered(one)]));
  return plan.milestones.map(({ id, title, dependsOn, requirements }: GivenMilestone) =>
    withStatus({
      id,
      title,
      dependsOn,
      requirements: requirements.map((one) => known.get(one) ?? { id: one, quotes: [] }),
    }),
  );
});

/** The quotations below a requirement's heading in the plan. “We will not:” “hire” counts as one quotation. */
function toCovered({ id, body }: GivenRequirement) {
  const must = body.split(/^- /m)[0] ?? "";
  return { id, quotes: must.match(/(?:“[^”]+[:：]” )?“[^”]+”/gu) ?? [] };
}

/** Later papers take precedence, because an updated plan follows the plan that it updates. */
function readStatuses(workspace: Workspace): Map<string, { status: string; reason: string }> {
  const statuses = new Map<string, { status: string; reason: string }>();
  for (const paper of [...workspace.papers, progressOf(workspace)]) {
    for (const part of ["master-plan", "updated-master-plan"]) {
      const lines = (paper.parts.get(part) ?? "").matchAll(/^\s*- \[([ ~x!?-])\] \**(M\d+)\**(.*)$/gm);
      for (const [, status = " ", id = "", rest = ""] of lines) {
        statuses.set(id, { status, reason: rest.match(/ — (?:reason:|because) (.*)$/)?.[1] ?? "" });
      }
    }
  }
  return statuses;
}

const progressOf = (workspace: Workspace) =>
  readPaper({ id: "", kind: "progress", label: "", markdown: workspace.prompt.progress });

/** The milestones that were broken down before and are therefore on the board. */
const onBoard = (workspace: Workspace): Set<string> =>
  new Set([...(progressOf(workspace).parts.get("board") ?? "").matchAll(/^## (M\d+)\b/gm)].map(([, id = ""]) => id));

const isOver = (one: MilestoneAhead | undefined): boolean => one?.status === "x" || one?.status === "-";

/**
 * Milestones that can begin now, then those that wait only for them. Milestones that were already broken down are left out.
 */
export function nextMilestones(workspace: Workspace): MilestoneAhead[] {
  const all = milestonesAhead(workspace);
  const byId = new Map(all.map((one) => [one.id, one]));
  const left = all.filter((one) => !isOver(one));
  const isFree = (id: string): boolean => isOver(byId.get(id)) || !byId.has(id);
  const ready = left.filter((one) => one.dependsOn.every(isFree));
  const soon = left.filter(
    (one) => !ready.includes(one) && one.dependsOn.every((id) => isFree(id) || ready.some((first) => first.id === id)),
  );
  const known = onBoard(workspace);
  return [...ready, ...soon].filter((one) => !known.has(one.id));
}
