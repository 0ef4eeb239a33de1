import { planRequirements, type Requirement } from "./synthesis/plan-requirements.ts";
import { acceptanceOf, mustOf } from "./synthesis/requirements.ts";
import { countWords } from "./text/count-words.ts";
import { type Block, paragraph } from "./text/fit-words.ts";
import { tableHead, tableRow } from "./text/phrasing.ts";
import type { Workspace } from "./workspace.ts";

/** A smaller word budget asks for a page or two, and a larger word budget for a long text. */
const shortText = 1_200;

/**
 * Writes numbered sections that discuss the requirements one after another, in several rounds, until the word budget is
 * used. Every line contains the number of its section, so that no two lines are equal and a test can tell whether a part is
 * missing or repeated.
 */
export function atLength(
  workspace: Workspace,
  { heading, budget, used }: { heading: string; budget: number; used: number },
): Block[] {
  const all = planRequirements(workspace);
  if (budget < shortText || all.length === 0) return [];
  const sections: Block[] = [];
  const part = workspace.prompt.whole.findIndex((wanted) => wanted.heading === heading) + 1;
  let room = budget - used;
  for (let n = 1; ; n += 1) {
    const one = all[(n - 1) % all.length];
    const text = one ? section(workspace, one, { n: `${part}.${n}`, round: Math.ceil(n / all.length) }) : "";
    room -= countWords(text);
    if (room < 0) return sections;
    sections.push(paragraph(text));
  }
}

function section(workspace: Workspace, one: Requirement, { n, round }: { n: string; round: number }): string {
  const steps = [`Read ${one.id} again`, "Write down what is unclear", "Ask about it"];
  return [
    `## ${n} ${one.title}`,
    `Section ${n} is reading ${round} of ${one.id}. ${mustOf(workspace, one)} It is met when ${acceptanceOf(workspace, one)}.`,
    [tableHead(["Step", "What is done"]), ...steps.map((step, index) => tableRow([`${n}.${index + 1}`, step]))].join(
      "\n",
    ),
    ["```text", `${n} requirement: ${one.id}`, `${n} reading: ${round}`, "```"].join("\n"),
  ].join("\n\n");
}
