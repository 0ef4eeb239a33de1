import type { Desk } from "../desk.ts";
import type { AgreedRequirement } from "../parenthesis/agreed-requirement.ts";
import { agreeOnRequirements } from "../parenthesis/agreed-requirements.ts";
import { planMilestones } from "../parenthesis/planned-milestones.ts";
import { type GivenMilestone, readPaper } from "../read-paper.ts";

/** A milestone of the plan as it lies before us: with its requirements, and how far it is. */
export type MilestoneAhead = {
  id: string;
  title: string;
  dependsOn: string[];
  requirements: AgreedRequirement[];
  /** The mark between the brackets: a space, ~, x, !, ? or -. */
  status: string;
  reason: string;
};

/** The milestones of the plan that was given, with the statuses an earlier lap left; without a plan, our own. */
export function milestonesAhead(desk: Desk): MilestoneAhead[] {
  const given = desk.papers.findLast((paper) => paper.milestones.length > 0)?.milestones;
  const known = new Map(agreeOnRequirements(desk).map((one) => [one.id, one]));
  const statuses = readStatuses(desk);
  const from = (one: GivenMilestone): MilestoneAhead => ({
    id: one.id,
    title: one.title,
    dependsOn: one.dependsOn,
    requirements: one.requirements.flatMap((id) => known.get(id) ?? []),
    ...(statuses.get(one.id) ?? open),
  });
  if (given) return given.map(from);
  return planMilestones(desk).map(({ id, title, dependsOn, requirements }) => ({
    id,
    title,
    dependsOn,
    requirements,
    ...(statuses.get(id) ?? open),
  }));
}

const open = { status: " ", reason: "" };

/** Later papers win: an updated plan follows the plan it updates. */
function readStatuses(desk: Desk): Map<string, { status: string; reason: string }> {
  const statuses = new Map<string, { status: string; reason: string }>();
  for (const paper of [...desk.papers, progressOf(desk)]) {
    for (const part of ["master-plan", "updated-master-plan"]) {
      for (const [, status = " ", id = "", rest = ""] of (paper.parts.get(part) ?? "").matchAll(
        /^\s*- \[([ ~x!?-])\] \**(M\d+)\**(.*)$/gm,
      )) {
        statuses.set(id, { status, reason: rest.match(/ — (?:reason:|because) (.*)$/)?.[1] ?? "" });
      }
    }
  }
  return statuses;
}

const progressOf = (desk: Desk) => readPaper({ id: "", kind: "progress", label: "", markdown: desk.prompt.progress });

/** The milestones that were broken down before: they are on the board. */
const onBoard = (desk: Desk): Set<string> =>
  new Set([...(progressOf(desk).parts.get("board") ?? "").matchAll(/^## (M\d+)\b/gm)].map(([, id = ""]) => id));

const isOver = (one: MilestoneAhead | undefined): boolean => one?.status === "x" || one?.status === "-";

/** Those that can begin now, then those that follow as soon as they are done; not those that are broken down already. */
export function nextMilestones(desk: Desk, all: readonly MilestoneAhead[]): MilestoneAhead[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const left = all.filter((one) => !isOver(one));
  const ready = left.filter((one) => one.dependsOn.every((id) => isOver(byId.get(id)) || !byId.has(id)));
  const soon = left.filter(
    (one) =>
      !ready.includes(one) &&
      one.dependsOn.every((id) => isOver(byId.get(id)) || ready.some((first) => first.id === id)),
  );
  const known = onBoard(desk);
  return [...ready, ...soon].filter((one) => !known.has(one.id));
}

export const isReady = (one: MilestoneAhead, all: readonly MilestoneAhead[]): boolean =>
  one.dependsOn.every((id) => isOver(all.find((other) => other.id === id)));
