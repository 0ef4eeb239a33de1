import { type Desk, oncePerDesk } from "../desk.ts";
import { type GivenMilestone, type Requirement as GivenRequirement, readPaper } from "../prompt/read-paper.ts";
import { planMilestones } from "./plan-milestones.ts";

/** A milestone of the plan as it stands: what it covers, and how far it is. */
export type MilestoneAhead = {
  id: string;
  title: string;
  dependsOn: string[];
  /** Requirements with the words of the plan about them. */
  requirements: { id: string; title: string; quotes: string[] }[];
  /** The mark between the brackets: a space, ~, x, !, ? or -. */
  status: string;
  reason: string;
};

/** The milestones of the plan that was given, with the statuses an earlier iteration left; without a plan, our own. */
export const milestonesAhead = oncePerDesk((desk: Desk): MilestoneAhead[] => {
  const plan = desk.papers.findLast((paper) => paper.milestones.length > 0);
  const statuses = readStatuses(desk);
  const withStatus = (one: Omit<MilestoneAhead, "status" | "reason">): MilestoneAhead => ({
    ...one,
    ...(statuses.get(one.id) ?? { status: " ", reason: "" }),
  });
  if (!plan) {
    return planMilestones(desk).map(({ id, title, dependsOn, requirements }) => {
      const covered = requirements.map((one) => ({
        id: one.id,
        title: one.title,
        quotes: one.points.map(({ quote }) => quote),
      }));
      return withStatus({ id, title, dependsOn, requirements: covered });
    });
  }
  const known = new Map(plan.requirements.map((one) => [one.id, toCovered(one)]));
  return plan.milestones.map(({ id, title, dependsOn, requirements }: GivenMilestone) =>
    withStatus({
      id,
      title,
      dependsOn,
      requirements: requirements.map((one) => known.get(one) ?? { id: one, title: "", quotes: [] }),
    }),
  );
});

/** What the plan quotes below the heading of a requirement. */
function toCovered({ id, title, body }: GivenRequirement) {
  const must = body.split(/^- /m)[0] ?? "";
  return { id, title, quotes: [...must.matchAll(/“([^”]+)”/gu)].map(([, quote = ""]) => quote) };
}

/** Later papers win: an updated plan follows the plan it updates. */
function readStatuses(desk: Desk): Map<string, { status: string; reason: string }> {
  const statuses = new Map<string, { status: string; reason: string }>();
  for (const paper of [...desk.papers, progressOf(desk)]) {
    for (const part of ["master-plan", "updated-master-plan"]) {
      const lines = (paper.parts.get(part) ?? "").matchAll(/^\s*- \[([ ~x!?-])\] \**(M\d+)\**(.*)$/gm);
      for (const [, status = " ", id = "", rest = ""] of lines) {
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
export function nextMilestones(desk: Desk): MilestoneAhead[] {
  const all = milestonesAhead(desk);
  const byId = new Map(all.map((one) => [one.id, one]));
  const left = all.filter((one) => !isOver(one));
  const isFree = (id: string): boolean => isOver(byId.get(id)) || !byId.has(id);
  const ready = left.filter((one) => one.dependsOn.every(isFree));
  const soon = left.filter(
    (one) => !ready.includes(one) && one.dependsOn.every((id) => isFree(id) || ready.some((first) => first.id === id)),
  );
  const known = onBoard(desk);
  return [...ready, ...soon].filter((one) => !known.has(one.id));
}
