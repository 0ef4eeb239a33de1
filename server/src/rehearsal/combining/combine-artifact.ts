import { toKey } from "../prompt/read-paper.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { keepWithin } from "./keep-within.ts";
import { mergePassages, type Said } from "./merge-passages.ts";
import { type Passage, readPassages, type Statement } from "./statements.ts";
import { weighing } from "./weigh.ts";

/** The name of the combining task. */
export const combining = "combine";

/**
 * Combines one artifact of several documents: merges their texts under its heading, and fits the result into the word
 * budget. Statements whose words also occur in other statements are dropped first, then rows and figures, and finally
 * claims and questions.
 */
export const combineArtifact: ArtifactWriter = (workspace, { heading, budget }) =>
  keepWithin(mergePassages(saidUnder(workspace, heading)), { budget, weigh: weighing(workspace) }).flatMap(toBlocks);

/**
 * What each document says for one artifact. Text before the first heading belongs to the first artifact. Text under a
 * heading that was not requested belongs to the last artifact.
 */
function saidUnder({ papers, prompt }: Workspace, heading: string): Said[] {
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

/** Puts the passages below this heading. */
function named(passages: Passage[], heading: string): Passage[] {
  const [first, ...others] = passages;
  return first?.heading === "" ? [{ ...first, heading }, ...others] : [{ heading, statements: [] }, ...passages];
}

/** The text below each heading of level 1, including repeated headings. */
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

/** Groups rows with the same table head, and statements of the same form. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const groups = Map.groupBy(statements, ({ form, head }) => `${form} ${head}`);
  return [...groups.values()].flat();
}
