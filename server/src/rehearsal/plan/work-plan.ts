import { citedBriefly } from "../brief/read-brief.ts";
import { countWords } from "../text/count-words.ts";
import { type Block, paragraph } from "../text/fit-words.ts";
import { joinWords } from "../text/phrasing.ts";
import { fill } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, oncePerDocument, type Workspace } from "../workspace.ts";
import { estimateOf } from "./master-plan.ts";
import { type MilestoneAhead, nextMilestones } from "./milestones-ahead.ts";
import { workKindOf } from "./plan-milestones.ts";
import { planWordsOf, type WorkKind } from "./words.ts";

/** The work item of a milestone. */
export type WorkNode = { id: string; milestone: MilestoneAhead; text: string };

const tags: Record<WorkKind, string> = {
  begin: "preparation",
  people: "decision",
  ask: "decision",
  note: "documentation",
  check: "test",
  make: "build",
  compare: "delivery",
};

/** Only the next milestones are detailed. Later ones follow in another iteration, when more is known. */
const mostMilestones = 2;

/** One work item for each of the next milestones. */
export const planWork = oncePerDocument((workspace: Workspace): WorkNode[] => {
  const next = nextMilestones(workspace).slice(0, mostMilestones);
  return next.map((milestone) => {
    const after = milestone.dependsOn.filter((id) => next.some((one) => one.id === id)).map(itemOf);
    return { id: itemOf(milestone.id), milestone, text: write(workspace, milestone, after) };
  });
});

const itemOf = (milestone: string): string => `W${milestone.slice(1)}.1`;

const mostQuotes = 8;

function write(workspace: Workspace, { id, title, requirements }: MilestoneAhead, after: readonly string[]): string {
  const { work, closes } = planWordsOf(workspace);
  const kind = workKindOf(title);
  const ids = requirements.map((one) => one.id).join(", ");
  const quotes = requirements.flatMap((one) => one.quotes);
  const more = quotes.length > mostQuotes ? `; and ${quotes.length - mostQuotes} more in ${ids}` : "";
  const about = quotes.slice(0, mostQuotes).join("; ") || title;
  return [
    `### ${itemOf(id)} ${title}`,
    "",
    `- Depends on: ${after.join(", ") || "none"}`,
    `- Inputs: the request${after.length > 0 ? ` and what ${joinWords(after)} produced` : ""}`,
    `- Check first: ${work[kind].check}`,
    "- Steps:",
    ...work[kind].steps.map((step) => `  - [ ] ${fill(step, about + more)}`),
    `- Done when: ${work[kind].done}`,
    `- Estimate: ${estimateOf(workspace, title)}`,
    `- Requirements: ${ids || "none"}`,
    `- Kind: ${tags[kind]}`,
    `- Closes with: ${closes}`,
  ].join("\n");
}

/** The next milestones, each with its item. If the word budget is small, the plan has fewer milestones, not shorter items. */
export const workPlan: ArtifactWriter = (workspace, { budget }) => {
  const nodes = planWork(workspace);
  let room = budget - 40;
  const written: Block[] = [];
  const done = new Set<MilestoneAhead>();
  for (const { milestone, text } of nodes) {
    const heading = `## ${milestone.id} ${milestone.title}`;
    room -= countWords(`${heading}\n${text}`);
    if (room < 0 && written.length > 0) break;
    done.add(milestone);
    written.push(paragraph(heading), paragraph(text));
  }
  if (written.length === 0)
    return [
      paragraph(
        `Every milestone of ${citedBriefly(mainPoint(workspace))} is finished or on the board already; there is no further work to detail.`,
      ),
    ];
  const later = nextMilestones(workspace).filter((one) => !done.has(one));
  return [
    ...written,
    ...(later.length > 0 ? [paragraph(`To be detailed next: ${later.map(({ id }) => id).join(", ")}.`, 1)] : []),
  ];
};
