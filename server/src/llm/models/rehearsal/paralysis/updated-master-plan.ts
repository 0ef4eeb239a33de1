import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../fit-words.ts";
import { quoted } from "../phrasing.ts";
import { isReady, type MilestoneAhead, milestonesAhead } from "./milestones-ahead.ts";
import { planWork } from "./work-nodes.ts";

/** The master plan again, with the status each milestone has now; blocked, undecided and superseded ones with a reason. */
export const updatedMasterPlan: ArtifactWriter = (desk, { budget }) => {
  const all = milestonesAhead(desk);
  const detailed = new Set(planWork(desk, all).map((node) => node.milestone.id));
  const updated = all.map((one) => update(one, all, detailed));
  const plan = desk.papers.findLast((paper) => paper.milestones.length > 0);
  const given = plan?.parts.get("master-plan")?.replaceAll(documentIds, `[${plan.id}]`);
  return firstThatFits(budget, [
    ...(given ? [() => [paragraph(rewrite(given, updated)), paragraph(summary(desk, updated), 1)]] : []),
    () => lines(desk, updated, fullLine),
    () => lines(desk, updated, shortLine),
  ]);
};

/** Ids the plan gave to documents we have not been given: to us they are all behind the plan itself. */
const documentIds = /\[D\d+\](?:, \[D\d+\])*/g;

/** The plan as it was given, word for word, with nothing changed but the marks and the reasons behind them. */
function rewrite(plan: string, all: readonly MilestoneAhead[]): string {
  return plan
    .trim()
    .replaceAll(/^(\s*- )\[[ ~x!?-]\] (\**(M\d+)\b.*)$/gm, (line, dash: string, rest: string, id: string) => {
      const now = all.find((one) => one.id === id);
      return now ? `${dash}[${now.status}] ${rest.replace(/ — reason: .*$/, "")}${reasonOf(now)}` : line;
    });
}

/** What is broken down is under way; what waits for something undecided is blocked; nothing else has changed. */
function update(one: MilestoneAhead, all: readonly MilestoneAhead[], detailed: ReadonlySet<string>): MilestoneAhead {
  if (one.status !== " ") return one;
  const waiting = one.dependsOn.find((id) => all.find((other) => other.id === id)?.status === "?");
  if (waiting) return { ...one, status: "!", reason: `${waiting} is not decided` };
  return detailed.has(one.id) ? { ...one, status: "~" } : one;
}

function lines(desk: Desk, all: readonly MilestoneAhead[], say: typeof fullLine): Block[] {
  const goal = quoted(desk.brief.anchor?.text ?? desk.brief.quotes[0] ?? desk.brief.subject.title);
  return [
    paragraph(`Where the ${desk.brief.subject.short} stands now, on the way to ${goal}:`),
    ...all.map((one, index) => ({ ...line(say(desk, one, all)), tight: index > 0 })),
    paragraph(summary(desk, all), 1),
  ];
}

function fullLine(desk: Desk, one: MilestoneAhead, all: readonly MilestoneAhead[]): string {
  const nodes = planWork(desk, all).filter((node) => node.milestone.id === one.id);
  const detail = nodes.length > 0 ? ` — broken down: ${nodes[0]?.id} to ${nodes.at(-1)?.id}` : "";
  return `- [${one.status}] ${one.id} ${one.title} — depends on: ${one.dependsOn.join(", ") || "none"} — requirements: ${one.requirements.map((requirement) => requirement.id).join(", ") || "see the plan"}${detail}${reasonOf(one)}`;
}

function shortLine(_: Desk, one: MilestoneAhead): string {
  return `- [${one.status}] ${one.id} ${one.title}${reasonOf(one)}`;
}

const reasonOf = (one: MilestoneAhead): string => (one.reason === "" ? "" : ` — reason: ${one.reason}`);

function summary(desk: Desk, all: readonly MilestoneAhead[]): string {
  const ready = all.filter((one) => isReady(one, all) && one.status !== "x");
  const done = all.filter((one) => one.status === "x").length;
  const first = ready[0];
  return `${done} of ${all.length} milestones are done. ${first ? `${first.id} can begin at once, and with it the ${desk.brief.subject.short}.` : `Nothing in the ${desk.brief.subject.short} can begin before a reason above is settled.`}`;
}
