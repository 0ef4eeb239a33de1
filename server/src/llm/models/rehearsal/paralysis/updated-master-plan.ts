import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../fit-words.ts";
import { quoted } from "../phrasing.ts";
import { isReady, type MilestoneAhead, milestonesAhead } from "./milestones-ahead.ts";
import { planWork } from "./work-nodes.ts";

/** Every milestone with its status; blocked, undecided and superseded ones with a reason. */
export const updatedMasterPlan: ArtifactWriter = (desk, { budget }) => {
  const all = milestonesAhead(desk);
  const updated = all.map((one) => update(one, all));
  return firstThatFits(budget, [() => lines(desk, updated, fullLine), () => lines(desk, updated, shortLine)]);
};

/** Nothing was done by planning it: what was open stays open, and what waits for something undecided is blocked. */
function update(one: MilestoneAhead, all: readonly MilestoneAhead[]): MilestoneAhead {
  if (one.status !== " ") return one;
  const waiting = one.dependsOn.find((id) => all.find((other) => other.id === id)?.status === "?");
  return waiting ? { ...one, status: "!", reason: `${waiting} is not decided` } : one;
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
  return `- [${one.status}] **${one.id}** ${one.title} — depends on: ${one.dependsOn.join(", ") || "nothing"} — requirements: ${one.requirements.map((requirement) => requirement.id).join(", ") || "see the plan"}${detail}${reasonOf(one)}`;
}

function shortLine(_: Desk, one: MilestoneAhead): string {
  return `- [${one.status}] **${one.id}** ${one.title}${reasonOf(one)}`;
}

const reasonOf = (one: MilestoneAhead): string => (one.reason === "" ? "" : ` — because ${one.reason}`);

function summary(desk: Desk, all: readonly MilestoneAhead[]): string {
  const ready = all.filter((one) => isReady(one, all) && one.status !== "x");
  const done = all.filter((one) => one.status === "x").length;
  const first = ready[0];
  return `${done} of ${all.length} milestones are done. ${first ? `${first.id} can begin at once, and with it the ${desk.brief.subject.short}.` : `Nothing in the ${desk.brief.subject.short} can begin before a reason above is settled.`}`;
}
