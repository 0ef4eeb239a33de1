import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, paragraph } from "../fit-words.ts";
import { joinWords, quoted } from "../phrasing.ts";
import { voice } from "../voice.ts";
import { isReady, type MilestoneAhead, milestonesAhead } from "./milestones-ahead.ts";
import { planWork, type WorkNode } from "./work-nodes.ts";

/** Nodes `### W1.2 Title` in dependency order: everything that is next if the budget holds it, at least what can begin now. */
export const workPlan: ArtifactWriter = (desk, { budget }) => {
  const all = milestonesAhead(desk);
  const next = planWork(desk, all);
  const ready = next.filter((node) => isReady(node.milestone, all));
  const first = ready.length > 0 ? ready : next;
  return firstThatFits(budget, [
    () => plan(desk, all, next, fullNode),
    () => plan(desk, all, first, fullNode),
    () => plan(desk, all, first, shortNode),
    ...first.map((_, index) => () => plan(desk, all, first.slice(0, first.length - index), shortNode)),
  ]);
};

function plan(desk: Desk, all: readonly MilestoneAhead[], nodes: readonly WorkNode[], say: typeof fullNode): Block[] {
  const milestones = [...new Set(nodes.map((node) => node.milestone))];
  return [
    paragraph(introduction(desk, nodes)),
    ...milestones.flatMap((milestone) => [
      paragraph(`## ${milestone.id} ${milestone.title}`),
      ...nodes.filter((node) => node.milestone === milestone).map((node) => paragraph(say(node))),
    ]),
    paragraph(whatComesNext(desk, all, milestones), 1),
  ];
}

function whatComesNext(desk: Desk, all: readonly MilestoneAhead[], detailed: readonly MilestoneAhead[]): string {
  const later = all.filter((one) => one.status !== "x" && !detailed.includes(one)).map((one) => one.id);
  if (later.length === 0) return `With this the ${desk.brief.subject.short} is broken down to its end.`;
  return `${joinWords(later)} come next and are broken down when they are near, with what the ${desk.brief.subject.short} has taught by then.`;
}

function fullNode(node: WorkNode): string {
  return [
    `### ${node.id} ${node.title}`,
    "",
    `- Depends on: ${node.dependsOn.join(", ") || "none"}`,
    `- Inputs: ${node.inputs}`,
    `- Check first: ${node.checkFirst}`,
    "- Steps:",
    ...node.steps.map((step) => `  - [ ] ${step}`),
    `- Done when: ${node.doneWhen}`,
    `- Estimate: ${node.estimate}`,
    `- Requirements: ${requirementsOf(node)}`,
    `- Kind: ${node.kind}`,
    `- Closes with: ${node.closesWith}`,
  ].join("\n");
}

function shortNode(node: WorkNode): string {
  return [
    `### ${node.id} ${node.title}`,
    "",
    `- Depends on: ${node.dependsOn.join(", ") || "none"}`,
    `- Inputs: ${node.inputs.split(";")[0]}`,
    `- Check first: ${node.checkFirst.split(": ").at(-1)}`,
    "- Steps:",
    ...node.steps.slice(0, 2).map((step) => `  - [ ] ${step}`),
    `- Done when: ${node.doneWhen.split(", and ")[0]}`,
    `- Estimate: ${node.estimate}`,
    `- Requirements: ${requirementsOf(node)}`,
    `- Kind: ${node.kind}`,
    `- Closes with: ${node.closesWith.split(",")[0]}`,
  ].join("\n");
}

const requirementsOf = ({ requirements, milestone }: WorkNode): string =>
  requirements.map((one) => `${one.id} (${one.title.replace(/^Fixed: /, "")})`).join(", ") ||
  `those of ${milestone.id}`;

function introduction(desk: Desk, nodes: readonly WorkNode[]): string {
  const { subject, quotes } = desk.brief;
  const paper = desk.papers.findLast((one) => one.milestones.length > 0);
  const [first] = nodes;
  const from = paper ? ` from [${paper.id}], which opens with ${quoted(first?.milestone.title ?? "")}` : "";
  const goal = quoted(quotes[0] ?? subject.title);
  return voice(desk, {
    atlas: `${nodes.length} pieces of work${from}, each one sitting long; those that hold up the rest of the ${subject.short} come first. At the far end stands ${goal}.`,
    briar: `${nodes.length} pieces of work${from}. Each begins with the check that would stop it, because ${goal} is not reached by hurrying through the ${subject.short}.`,
    cedar: `${nodes.length} pieces of work${from}, cut so that one person can finish one of them before going home. They lead to ${goal}.`,
  });
}
