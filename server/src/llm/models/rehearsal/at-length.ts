import { countWords } from "./count-words.ts";
import type { Desk } from "./desk.ts";
import { type Block, paragraph } from "./fit-words.ts";
import { dueIn, type Matter, ownerOf } from "./matter.ts";
import { quoted, sentence, tableHead, tableRow } from "./phrasing.ts";

/** Budgets up to here ask for a page or two; above it somebody wants a long text, and gets one. */
const shortText = 1_200;

/**
 * Numbered sections that take up one matter after the other, again and again, as many as there are words left for.
 * Every sentence has the number of its section: nothing stands twice in the text, so that a reader (or a test) sees
 * at once when a part of it is missing or repeated.
 */
export function atLength(
  desk: Desk,
  { heading, budget, used }: { heading: string; budget: number; used: number },
): Block[] {
  if (budget < shortText || desk.matters.length === 0) return [];
  const sections: Block[] = [];
  const part = desk.prompt.whole.findIndex((wanted) => wanted.heading === heading) + 1;
  let room = budget - used;
  for (let n = 1; ; n += 1) {
    const matter = desk.matters[(n - 1) % desk.matters.length];
    const round = Math.ceil(n / desk.matters.length);
    const text = matter ? section(desk, matter, { n: `${part}.${n}`, round }) : "";
    room -= countWords(text);
    if (room < 0) return sections;
    sections.push(paragraph(text));
  }
}

function section({ brief, temperament }: Desk, matter: Matter, { n, round }: { n: string; round: number }): string {
  const { need, steps } = matter;
  const others = Object.entries(matter.ways).filter(([name]) => name !== temperament.name);
  const rejected = others[round % others.length]?.[1] ?? matter.way;
  return [
    `## ${n} ${matter.title}, round ${round}`,
    [
      sentence(`In section ${n} the question is whether ${matter.aim}`),
      sentence(`The brief says ${quoted(matter.brief)}, which for ${n} is taken as it stands`),
      sentence(`Way ${n}: ${matter.way}`),
      sentence(`Rejected in ${n}: ${rejected}`),
    ].join(" "),
    [
      sentence(`What could go wrong in ${n} is that ${matter.risk}`),
      sentence(`Sign ${n} would be that ${matter.sign}, and the answer to ${n} is to ${matter.response}`),
      sentence(`Section ${n} needs ${need.what} from ${need.from}; late, ${need.late} (${n})`),
    ].join(" "),
    [
      tableHead([`Step of ${n}`, "What is done", "By when"]),
      ...steps.map((step, index) =>
        tableRow([`${n}.${index + 1}`, step, `${dueIn(matter.phase, brief, index)}, for ${n}`]),
      ),
    ].join("\n"),
    [
      "```text",
      `${n} limit: ${matter.limit}`,
      `${n} check: ${matter.check}`,
      `${n} measure: ${matter.measure}`,
      `${n} decides: ${ownerOf(brief)}`,
      "```",
    ].join("\n"),
  ].join("\n\n");
}
