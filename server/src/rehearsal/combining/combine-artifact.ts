import type { ArtifactWriter, Desk } from "../desk.ts";
import { toKey } from "../prompt/read-paper.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { keepWithin } from "./keep-within.ts";
import { mergePassages, type Said } from "./merge-passages.ts";
import { type Passage, readPassages, type Statement } from "./statements.ts";
import { weighing } from "./weigh.ts";

/** What the task is called that this answers. */
export const combining = "combine";

/**
 * One artifact of several documents: what they say under its heading, as much as there are words for. Claims, questions,
 * rows, figures and what is disputed go last; of the rest, what others say in much the same words goes first.
 */
export const combineArtifact: ArtifactWriter = (desk, { heading, budget }) =>
  keepWithin(mergePassages(saidUnder(desk, heading)), { budget, weigh: weighing(desk) }).flatMap(toBlocks);

/** What stands under no heading that is asked for goes to the first one, or, behind others, to the last. */
function saidUnder({ papers, prompt }: Desk, heading: string): Said[] {
  const wanted = prompt.task.artifacts.map((one) => toKey(one.heading));
  return papers.map(({ label, markdown }) => ({
    label,
    passages: artifactsIn(markdown).flatMap(({ title, body }) => {
      const key = toKey(title);
      const home = wanted.includes(key) ? key : title === "" ? wanted[0] : wanted.at(-1);
      if (home !== toKey(heading)) return [];
      const passages = readPassages(body);
      return home === key || title === "" ? passages : named(passages, `## ${title}`);
    }),
  }));
}

/** Passages of which the first has this heading. */
function named(passages: Passage[], heading: string): Passage[] {
  const [first, ...others] = passages;
  return first?.heading === "" ? [{ ...first, heading }, ...others] : [{ heading, statements: [] }, ...passages];
}

/** The text below each heading of level 1, headings that come twice included. */
function artifactsIn(markdown: string): { title: string; body: string }[] {
  const found = [{ title: "", body: "" }];
  let inCode = false;
  for (const text of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(text)) inCode = !inCode;
    const title = inCode ? undefined : text.match(/^# +(.+)$/)?.[1]?.trim();
    const last = found.at(-1);
    if (title !== undefined) found.push({ title, body: "" });
    else if (last) last.body += `${text}\n`;
  }
  return found;
}

function toBlocks({ heading, statements }: Passage): Block[] {
  const blocks = heading === "" ? [] : [paragraph(heading)];
  let before: Statement | undefined;
  for (const one of inOrder(statements)) {
    const isNext = before?.form === one.form && before.head === one.head;
    if (one.form === "row" && !isNext && one.head !== "") blocks.push(paragraph(one.head));
    const isTight = (one.form === "row" && (isNext || one.head !== "")) || (one.form === "item" && isNext);
    blocks.push(isTight ? line(one.text) : paragraph(one.text));
    before = one;
  }
  return blocks;
}

/** Rows of equal tables together, and the items behind the sentences that lead to them. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const groups = Map.groupBy(statements, ({ form, head }) => `${form} ${head}`);
  return [...groups.values()].flat();
}
