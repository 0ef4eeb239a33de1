import { planRequirements, type Requirement } from "./synthesis/plan-requirements.ts";
import { acceptanceOf } from "./synthesis/requirements.ts";
import { countWords } from "./text/count-words.ts";
import { type Block, paragraph } from "./text/fit-words.ts";
import { quoted, tableHead, tableRow } from "./text/phrasing.ts";
import { ownerOf, type Workspace } from "./workspace.ts";

/** A smaller budget asks for a page or two, a larger one for a long text. */
const shortText = 1_200;

/**
 * Numbered sections that discuss one requirement after another, repeatedly, until the word budget is used. Every line contains
 * the number of its section, so that no two lines are equal and a test can tell whether a part is missing or repeated.
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
  const quote = quoted(one.points[0]?.quote ?? one.title);
  const owner = ownerOf(workspace, round);
  const steps = ["read the sentence again", "compare it with the last result", "write down the difference"];
  return [
    `## ${n} ${one.title}, round ${round}`,
    `Section ${n} looks at ${quote} for the ${round === 1 ? "first" : `${round}th`} time. It is met in ${n} when ${acceptanceOf(workspace, one)}. ${owner} decides on ${n}, and a decision about ${n} is written down on the same day.`.replace(
      /\. the /,
      ". The ",
    ),
    [
      tableHead([`Step of ${n}`, "What is done", "By when"]),
      ...steps.map((step, index) =>
        tableRow([`${n}.${index + 1}`, `${step}, for ${n}`, `day ${index + 1} of round ${round}`]),
      ),
    ].join("\n"),
    [
      "```text",
      `${n} requirement: ${one.id}`,
      `${n} owner: ${owner}`,
      `${n} state: to be checked in round ${round}`,
      "```",
    ].join("\n"),
  ].join("\n\n");
}
