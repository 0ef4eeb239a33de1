import { itemsOf } from "../brief/read-brief.ts";
import { countWords } from "../text/count-words.ts";
import { type Block, paragraph } from "../text/fit-words.ts";
import { capital, clip, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, oncePerDocument, ownerOf, type Workspace } from "../workspace.ts";
import { type MilestoneAhead, nextMilestones } from "./milestones-ahead.ts";
import { type MilestoneVerb, milestoneVerbs } from "./plan-milestones.ts";

/** One item of work: what one person does in a sitting. */
export type WorkNode = { id: string; milestone: MilestoneAhead; title: string; text: string };

type Words = { check: string; steps: (quote: string, who: string) => string[]; done: string; kind: string };

const words: Record<MilestoneVerb, Words> = {
  Settle: {
    check: "write down who can answer and what an answer looks like; there is none now",
    steps: (quote, who) => [
      `${who} asks the person who can decide about ${quote}`,
      "Agree on a day for the answer",
      "Write the answer down and send it to everyone involved",
    ],
    done: "the answer is in writing and everyone involved has it",
    kind: "decision",
  },
  Confirm: {
    check: "write down the question to each person; no one has confirmed yet",
    steps: (quote, who) => [
      `${who} shows ${quote} to everyone it names`,
      "Each of them says how much time they have, and who stands in for them",
      "Write down what each of them agreed to",
    ],
    done: "each of them has confirmed in writing",
    kind: "agreement",
  },
  Check: {
    check: "write down what is checked, how, and with which result it passes; no check has been made yet",
    steps: (quote, who) => [
      `${who} marks every part of the plan that ${quote} touches`,
      "Make the check, and write down the result with the day",
      "Change the parts that do not pass, and check them again",
    ],
    done: "the written result shows that it holds",
    kind: "test",
  },
  "Carry out": {
    check: "write down what will be seen when it is finished; nothing is there yet",
    steps: (quote, who) => [
      `${who} lists what belongs to ${quote}`,
      "Make the first of these, and show it to the people it is for",
      "Make the others, and check each against the list",
    ],
    done: "everything on the list can be shown",
    kind: "build",
  },
  Consider: {
    check: "write down which parts it changes; no part mentions it yet",
    steps: (quote, who) => [
      `${who} goes through the plan and marks what ${quote} changes`,
      "Change these parts",
      "Ask the people concerned whether that is enough",
    ],
    done: "the people concerned agree with the change",
    kind: "design",
  },
  Deliver: {
    check: "make a list of every sentence of the request with an empty box beside each",
    steps: (quote, who) => [
      `${who} compares what is ready with ${quote}`,
      "Go through the list of sentences and tick what is met",
      "Hand over, and write down what is left with a day and a name",
    ],
    done: "every box is ticked, or has a day and a name beside it",
    kind: "delivery",
  },
};

/** One item of work for each requirement of the next milestones. */
export const planWork = oncePerDocument((workspace: Workspace): WorkNode[] => {
  const next = nextMilestones(workspace).slice(0, mostMilestones);
  const sizes = new Map(next.map((milestone) => [milestone.id, coveredBy(milestone).length]));
  return next.flatMap((milestone) => {
    const number = milestone.id.slice(1);
    return coveredBy(milestone).map((one, index) => {
      const id = `W${number}.${index + 1}`;
      const after = index === 0 ? lastBefore(milestone, sizes) : [];
      return {
        id,
        milestone,
        title: titleOf(one.title || milestone.title),
        text: write(workspace, milestone, one, { id, index, number, after }),
      };
    });
  });
});

const coveredBy = ({ title, requirements }: MilestoneAhead): MilestoneAhead["requirements"] =>
  requirements.length > 0 ? requirements.flatMap(itemised) : [{ id: "", title, quotes: [] }];

/** The last items of the milestones that this one waits for, as far as they are detailed here. */
const lastBefore = ({ dependsOn }: MilestoneAhead, sizes: ReadonlyMap<string, number>): string[] =>
  dependsOn.flatMap((id) => (sizes.has(id) ? [`W${id.slice(1)}.${sizes.get(id)}`] : []));

/** A requirement that lists several things is several items of work. */
function itemised(one: MilestoneAhead["requirements"][number]): MilestoneAhead["requirements"] {
  const items = one.quotes.flatMap(itemsOf).slice(0, mostItems);
  return items.length === 0 ? [one] : items.map((item) => ({ id: one.id, title: item, quotes: [item] }));
}

const mostItems = 6;

/** Later ones are detailed by a further iteration, with what has been learned by then. */
const mostMilestones = 2;

const titleOf = (title: string): string => title.replace(/ \(and \d+ more\)$/, "");

function write(
  workspace: Workspace,
  milestone: MilestoneAhead,
  covered: MilestoneAhead["requirements"][number],
  { id, index, number, after }: { id: string; index: number; number: string; after: readonly string[] },
): string {
  const verb = milestoneVerbs.find((one) => milestone.title.startsWith(one)) ?? "Carry out";
  const { check, steps, done, kind } = words[verb];
  const quotes = covered.quotes.length > 0 ? covered.quotes : [];
  const about = quoted(quotes[0] ?? titleOf(covered.title || milestone.title).replace(/ …$/, ""));
  const [low, high] = workspace.temperament.hours;
  return [
    `### ${id} ${titleOf(covered.title || milestone.title)}`,
    "",
    `- Depends on: ${index === 0 ? after.join(", ") || "none" : `W${number}.${index}`}`,
    `- Inputs: ${
      quotes.length > 1
        ? quotes
            .slice(1, 4)
            .map((quote) => quoted(clip(quote, 24).replace(/ …$/, "")))
            .join("; ")
        : "the request"
    }`,
    `- Check first: ${check}`,
    "- Steps:",
    ...steps(about, ownerOf(workspace, index)).map((step) => `  - [ ] ${capital(step)}`),
    `- Done when: ${done}`,
    `- Estimate: ${low}–${high} hours`,
    `- Requirements: ${covered.id || "none"}`,
    `- Kind: ${kind}`,
    `- Closes with: the written result, filed by ${ownerOf(workspace, index)}`,
  ].join("\n");
}

/** The next milestones, item by item. Fewer milestones rather than thinner items when words are short. */
export const workPlan: ArtifactWriter = (workspace, { budget }) => {
  const nodes = planWork(workspace);
  const groups = [...Map.groupBy(nodes, ({ milestone }) => milestone).entries()];
  const next = nextMilestones(workspace);
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
  const later = next.filter((one) => !done.has(one)).map(({ id }) => id);
  if (written.length === 0)
    return [
      paragraph(
        `Every milestone of ${quoted(workspace.brief.subject)} is finished or on the board already; there is no further work to detail.`,
      ),
    ];
  return [...written, ...(later.length > 0 ? [paragraph(`To be detailed next: ${later.join(", ")}.`, 1)] : [])];
};
