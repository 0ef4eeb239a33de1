import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type MilestoneAhead, milestonesAhead } from "./milestones-ahead.ts";
import { planWork } from "./work-plan.ts";

/** The master plan again, with the status each milestone has now; blocked, undecided and superseded ones with a reason. */
export const updatedMasterPlan: ArtifactWriter = (desk, { budget }) => {
  const all = milestonesAhead(desk);
  const detailed = new Set(planWork(desk).map((node) => node.milestone.id));
  const updated = all.map((one) => update(one, all, detailed));
  const plan = desk.papers.findLast((paper) => paper.milestones.length > 0);
  const given = plan?.parts.get("master-plan")?.replaceAll(documentIds, `[${plan.id}]`);
  return firstThatFits(budget, [
    ...(given?.includes("- [") ? [() => [paragraph(rewrite(given, updated)), paragraph(summary(updated), 1)]] : []),
    () => lines(desk, updated),
  ]);
};

/** Ids the plan gave to documents that are not given here: all of them are behind the plan itself. */
const documentIds = /\[D\d+\](?:, \[D\d+\])*/g;

/** The plan as it was given, word for word, with nothing changed but the marks and the reasons behind them. */
function rewrite(plan: string, all: readonly MilestoneAhead[]): string {
  return plan
    .trim()
    .replaceAll(/^(\s*- )\[[ ~x!?-]\] (\**(M\d+)\b.*)$/gm, (text, dash: string, rest: string, id: string) => {
      const now = all.find((one) => one.id === id);
      return now ? `${dash}[${now.status}] ${rest.replace(/ — reason: .*$/, "")}${reasonOf(now)}` : text;
    });
}

/** What is broken down is under way; what waits for something undecided is blocked; nothing else has changed. */
function update(one: MilestoneAhead, all: readonly MilestoneAhead[], detailed: ReadonlySet<string>): MilestoneAhead {
  if (one.status !== " ") return one;
  const waiting = one.dependsOn.find((id) => all.find((other) => other.id === id)?.status === "?");
  if (waiting) return { ...one, status: "!", reason: `${waiting} is not decided` };
  return detailed.has(one.id) ? { ...one, status: "~" } : one;
}

function lines(desk: Desk, all: readonly MilestoneAhead[]): Block[] {
  return [
    paragraph(`Where the work on ${quoted(desk.brief.subject)} stands:`),
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
  return `${done} of ${all.length} milestones are done${running.length > 0 ? `; ${running.join(", ")} can be worked on now` : ""}.`;
}
