import { itemsOf } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { countWords } from "../text/count-words.ts";
import { type Block, paragraph } from "../text/fit-words.ts";
import { capital, clip, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, oncePerDocument, ownerOf, type Workspace } from "../workspace.ts";
import { type MilestoneAhead, nextMilestones } from "./milestones-ahead.ts";
import { type MilestoneVerb, milestoneVerbs } from "./plan-milestones.ts";

/** One work item, which one person can do in one sitting. */
export type WorkNode = { id: string; milestone: MilestoneAhead; title: string; text: string };

type Words = { check: string; steps: (quote: string, who: string) => string[]; done: string };

const kinds: Record<MilestoneVerb, string> = {
  Settle: "decision",
  Confirm: "agreement",
  Check: "test",
  "Carry out": "build",
  Consider: "design",
  Deliver: "delivery",
};

const words: Record<TemperamentName, Record<MilestoneVerb, Words>> = {
  atlas: {
    Settle: {
      check: "list the parts that wait for the answer; they cannot be planned now",
      steps: (quote, who) => [
        `${who} asks the person who can settle this: ${quote}`,
        "Plan the parts that wait for it once for each possible answer",
        "Strike out the plan that the answer makes needless",
      ],
      done: "every part that waited has one plan",
    },
    Confirm: {
      check: "make a list of all parts with an empty space for a name; all spaces are empty now",
      steps: (quote, who) => [
        `${who} shares out the parts by this sentence: ${quote}`,
        "Show everyone the list with their own part marked",
        "Fill the spaces that are left, or take those parts out",
      ],
      done: "no space on the list is empty",
    },
    Check: {
      check: "mark every part of the plan that it touches; none has been compared with it yet",
      steps: (quote, who) => [
        `${who} compares each marked part with this: ${quote}`,
        "Change the parts that do not fit",
        "Look at the whole once more after the changes",
      ],
      done: "every marked part fits",
    },
    "Carry out": {
      check: "write down what will be seen when it is finished; nothing is there yet",
      steps: (quote, who) => [
        `${who} lists what belongs to ${quote}`,
        "Get the first thing on the list ready, and show it",
        "Get the rest ready, and check each thing against the list",
      ],
      done: "everything on the list can be shown",
    },
    Consider: {
      check: "look for it in the plan; no part mentions it yet",
      steps: (quote, who) => [
        `${who} marks every part that this concerns: ${quote}`,
        "Change these parts, or write beside them why they stay",
      ],
      done: "each marked part was changed, or has a reason beside it",
    },
    Deliver: {
      check: "make a list of every sentence of the request with an empty box beside each",
      steps: (quote, who) => [
        `${who} compares what is ready with ${quote}`,
        "Go through the list of sentences and tick what is met",
        "Hand over, and write down what is left with a day and a name",
      ],
      done: "every box is ticked, or has a day and a name beside it",
    },
  },
  briar: {
    Settle: {
      check: "write down what would be spent on a wrong guess; nothing is spent on it yet",
      steps: (quote, who) => [
        `${who} sets a last day for the answer to this: ${quote}`,
        "Stop everything that would cost money without the answer",
        "Have the answer signed, and file it",
      ],
      done: "a signed answer is on file",
    },
    Confirm: {
      check: "write down which approvals are needed; none has been given yet",
      steps: (quote, who) => [
        `${who} states in writing what follows from this for approvals: ${quote}`,
        "Have each person named sign it",
      ],
      done: "every signature is there",
    },
    Check: {
      check: "write down what is checked, how, and with which result it passes; no check has been made yet",
      steps: (quote, who) => [
        `${who} plans the cheapest check of this: ${quote}`,
        "Make the check, and write down the result with the day",
        "If it does not pass, stop and decide before anything is ordered",
      ],
      done: "the written result shows that it holds",
    },
    "Carry out": {
      check: "write the test that it must pass, and what it may cost; the test fails now",
      steps: (quote, who) => [
        `${who} asks what ${quote} will cost in its plainest form`,
        "Approve the cost, or choose a plainer form",
        "Have it done, and run the test",
        "Write down what it did cost",
      ],
      done: "the test passes within the approved cost",
    },
    Consider: {
      check: "look for its cost in the plan; none is given yet",
      steps: (quote, who) => [
        `${who} writes down which limits this touches: ${quote}`,
        "Estimate what it costs, and who pays",
        "Approve the cost, or write down why it is not met",
      ],
      done: "its cost is approved, or the refusal has a reason",
    },
    Deliver: {
      check: "list every limit with the proof that belongs to it; the list has gaps now",
      steps: (quote, who) => [
        `${who} collects the proofs for ${quote}`,
        "Repeat each check whose result is older than the last change",
        "Release what is left of the reserve, and close the accounts",
      ],
      done: "no limit on the list is without a proof",
    },
  },
  cedar: {
    Settle: {
      check: "write down who can answer; nobody has been asked yet",
      steps: (quote, who) => [
        `${who} talks to the person who can decide about this: ${quote}`,
        "Agree on a day for the answer",
        "Tell everyone involved the answer on the same day",
      ],
      done: "everyone involved has heard the answer",
    },
    Confirm: {
      check: "write down the question to each person; nobody has confirmed yet",
      steps: (quote, who) => [
        `${who} shows this to everyone it names: ${quote}`,
        "Each of them says how much time they have, and names a deputy",
        "Write down what each of them agreed to, and give each a copy",
      ],
      done: "each of them has a copy of what they agreed to",
    },
    Check: {
      check: "ask two people on the work about it; they give different answers now",
      steps: (quote, who) => [
        `${who} names one person who watches over this: ${quote}`,
        "That person explains it to everyone whose work it touches",
        "Ask the two people again",
      ],
      done: "both give the same answer",
    },
    "Carry out": {
      check: "agree with the people it is for on how they will try it; they cannot try it now",
      steps: (quote, who) => [
        `${who} finds the person who takes over ${quote}`,
        "Prepare it together with that person",
        "Let the people it is for try it, and change what they stumble over",
        "Write one page of instructions",
      ],
      done: "the person who takes it over can work with it alone",
    },
    Consider: {
      check: "write down whom it concerns; they have not been asked yet",
      steps: (quote, who) => [
        `${who} asks the people concerned what this means for them: ${quote}`,
        "Change the plan together with them",
        "Ask them whether that is enough",
      ],
      done: "the people concerned agree with the change",
    },
    Deliver: {
      check: "make a list of what is handed over, with a name beside each; some names are missing now",
      steps: (quote, who) => [
        `${who} invites everyone involved in ${quote} to the hand-over`,
        "Hand over each thing on the list with its page of instructions",
        "Ask everyone after a week what is still unclear",
      ],
      done: "each thing on the list is with the person beside it",
    },
  },
};

const closings: Record<TemperamentName, (who: string) => string> = {
  atlas: (who) => `a mark on the list of finished parts, set by ${who}`,
  briar: (who) => `the written result, filed by ${who}`,
  cedar: (who) => `a word from ${who} to everyone who waits for it`,
};

/** One work item for each requirement of the next milestones. */
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

/** The last work items of the milestones that this milestone waits for, if they are detailed here. */
const lastBefore = ({ dependsOn }: MilestoneAhead, sizes: ReadonlyMap<string, number>): string[] =>
  dependsOn.flatMap((id) => (sizes.has(id) ? [`W${id.slice(1)}.${sizes.get(id)}`] : []));

/** A requirement with a list becomes one work item for each entry. */
function itemised(one: MilestoneAhead["requirements"][number]): MilestoneAhead["requirements"] {
  const items = one.quotes.flatMap(itemsOf).slice(0, mostItems);
  return items.length === 0 ? [one] : items.map((item) => ({ id: one.id, title: item, quotes: [item] }));
}

const mostItems = 6;

/** Further milestones are detailed in a further iteration, when more is known. */
const mostMilestones = 2;

const titleOf = (title: string): string => title.replace(/ \(and \d+ more\)$/, "");

function write(
  workspace: Workspace,
  milestone: MilestoneAhead,
  covered: MilestoneAhead["requirements"][number],
  { id, index, number, after }: { id: string; index: number; number: string; after: readonly string[] },
): string {
  const verb = milestoneVerbs.find((one) => milestone.title.startsWith(one)) ?? "Carry out";
  const { name } = workspace.temperament;
  const { check, steps, done } = words[name][verb];
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
    `- Estimate: ${low}–${high} hours${verb === "Carry out" ? " for the first step; estimate the others after it" : ""}`,
    `- Requirements: ${covered.id || "none"}`,
    `- Kind: ${kinds[verb]}`,
    `- Closes with: ${closings[name](ownerOf(workspace, index))}`,
  ].join("\n");
}

/** The next milestones, item by item. If the word budget is small, the plan has fewer milestones, not shorter items. */
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
