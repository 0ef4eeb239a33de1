import { countWords } from "../text/count-words.ts";
import type { Passage, Statement } from "./statements.ts";

/**
 * Selects statements that fit into the word budget and returns them in their original order. Statements with the smallest
 * value of `weigh` are selected first; among equals, the documents take turns with one statement each. A heading or a table
 * head is kept if a statement below it is kept.
 */
export function keepWithin(
  passages: readonly Passage[],
  { budget, weigh }: { budget: number; weigh: (one: Statement) => number },
): Passage[] {
  const all = passages.flatMap((passage) => passage.statements.map((one) => ({ one, passage, rank: weigh(one) })));
  const kept = new Set<Statement>();
  const heads = new Set<string>();
  let room = budget;
  for (const { one, passage } of all.toSorted((a, b) => a.rank - b.rank || (a.one.place ?? 0) - (b.one.place ?? 0))) {
    const above = [passage.heading, `${passage.heading}\n${one.head}`].filter((head) => !heads.has(head));
    const words = countWords(one.text) + headWords(above, passage, one);
    if (words > room) continue;
    kept.add(one);
    for (const head of above) heads.add(head);
    room -= words;
  }
  const bare = new Set<string>();
  for (const { heading } of passages.filter(({ statements }) => statements.length === 0)) {
    if (countWords(heading) > room) continue;
    bare.add(heading);
    room -= countWords(heading);
  }
  const [first] = all;
  if (kept.size === 0 && first)
    return [{ heading: "", statements: [{ ...first.one, ...beginning(first.one, budget) }] }];
  return passages
    .map(({ heading, statements }) => ({ heading, statements: statements.filter((one) => kept.has(one)) }))
    .filter(({ heading, statements }) => statements.length > 0 || bare.has(heading));
}

const headWords = (above: readonly string[], { heading }: Passage, { head }: Statement): number =>
  above.reduce((sum, one) => sum + countWords(one === heading ? heading : head), 0);

/** The beginning of the first statement, used if not even one statement fits. */
function beginning({ text }: Statement, budget: number): Pick<Statement, "form" | "text" | "head"> {
  const words = text.split(/\s+/);
  while (words.length > 1 && countWords(words.join(" ")) >= budget) words.length = Math.floor(words.length * 0.9);
  return { form: "sentence", text: `${words.join(" ")} …`, head: "" };
}
