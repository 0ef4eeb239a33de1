import { citedBriefly } from "../brief/read-brief.ts";
import { countWords } from "../text/count-words.ts";
import { type Block, paragraph } from "../text/fit-words.ts";
import { joinWords, quoted } from "../text/phrasing.ts";
import { fill } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, oncePerDocument, type Workspace } from "../workspace.ts";
import { type MilestoneAhead, nextMilestones } from "./milestones-ahead.ts";
import { isOneItem, verbOf, workKindOf } from "./plan-milestones.ts";
import { planWordsOf, type WorkKind } from "./words.ts";

/** One work item, which one person can do in one sitting. */
export type WorkNode = { id: string; milestone: MilestoneAhead; title: string; text: string };

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

/** The work items of the next milestones: one for each requirement, or one for all of them. */
export const planWork = oncePerDocument((workspace: Workspace): WorkNode[] => {
  const next = nextMilestones(workspace).slice(0, mostMilestones);
  const details = new Map(next.map((milestone) => [milestone.id, coveredBy(milestone)]));
  return next.flatMap((milestone) => {
    const number = milestone.id.slice(1);
    // The work items of each milestone that this one waits for, if this plan details that milestone.
    const after = milestone.dependsOn.flatMap((id) => {
      const { length } = details.get(id) ?? [];
      return Array.from({ length }, (_, index) => `W${id.slice(1)}.${index + 1}`);
    });
    return coveredBy(milestone).map((covered, index) => {
      const id = `W${number}.${index + 1}`;
      const verb = verbOf(milestone.title);
      const title = covered.title === "" ? milestone.title : `${verb}${verb && ": "}${titleOf(covered)}`;
      return { id, milestone, title, text: write(workspace, { id, title, after, milestone, covered }) };
    });
  });
});

type Covered = MilestoneAhead["requirements"][number];

function coveredBy({ title, requirements }: MilestoneAhead): Covered[] {
  if (requirements.length > 0 && !isOneItem(workKindOf(title))) return requirements;
  return [
    { id: requirements.map(({ id }) => id).join(", "), title: "", quotes: requirements.flatMap((one) => one.quotes) },
  ];
}

/** The title in quotation marks, if it is the beginning of the requirement's quotation. */
function titleOf({ title, quotes }: Covered): string {
  const text = title.replace(/ \(and \d+ more\)$/, "");
  return quotes[0]?.startsWith(`“${text.replace(/ …$/, "")}`) ? quoted(text) : text;
}

const mostQuotes = 4;

function write(
  workspace: Workspace,
  given: { id: string; title: string; after: string[]; milestone: MilestoneAhead; covered: Covered },
): string {
  const { work, closes } = planWordsOf(workspace);
  const kind = workKindOf(given.milestone.title);
  const { quotes, id } = given.covered;
  const about =
    quotes.slice(0, mostQuotes).join("; ") ||
    quoted(titleOf({ ...given.covered, title: given.covered.title || given.milestone.title }).replace(/ …$/, ""));
  const more = quotes.length > mostQuotes ? `; and ${quotes.length - mostQuotes} more in ${id}` : "";
  const [low, high] = workspace.temperament.hours;
  return [
    `### ${given.id} ${given.title}`,
    "",
    `- Depends on: ${given.after.join(", ") || "none"}`,
    `- Inputs: the request${given.after.length > 0 ? ` and what ${joinWords(given.after)} produced` : ""}`,
    `- Check first: ${work[kind].check}`,
    "- Steps:",
    ...work[kind].steps.map((step) => `  - [ ] ${fill(step, about + more)}`),
    `- Done when: ${work[kind].done}`,
    `- Estimate: ${kind === "make" ? "not known yet" : `${low}–${high} hours (a guess)`}`,
    `- Requirements: ${id || "none"}`,
    `- Kind: ${tags[kind]}`,
    `- Closes with: ${closes}`,
  ].join("\n");
}

/** The next milestones, item by item. If the word budget is small, the plan has fewer milestones, not shorter items. */
export const workPlan: ArtifactWriter = (workspace, { budget }) => {
  const groups = [...Map.groupBy(planWork(workspace), ({ milestone }) => milestone).entries()];
  let room = budget - 40;
  const written: Block[] = [];
  const done = new Set<MilestoneAhead>();
  for (const [milestone, items] of groups) {
    const texts = [`## ${milestone.id} ${milestone.title}`, ...items.map(({ text }) => text)];
    const needed = countWords(texts.join("\n"));
    if (needed > room && written.length > 0) break;
    room -= needed;
    done.add(milestone);
    written.push(...texts.map((text) => paragraph(text)));
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
