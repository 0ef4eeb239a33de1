import { splitSentences } from "../brief/split-sentences.ts";

/** The smallest unit of a text: a list item, a row of a table, a sentence or a block of code. */
export type Statement = {
  form: "item" | "row" | "sentence" | "code";
  text: string;
  /** The head of a row's table, in two lines; empty if the statement is not a row. */
  head: string;
  /**
   * The statement's position below this heading in its document. If room is short, the first statements of all documents are
   * kept first, then the second ones, and so on.
   */
  place?: number;
};

/** The text below one heading of a document; for text before the first heading, the heading is empty. */
export type Passage = { heading: string; statements: Statement[] };

/** A document's notice that a rehearsal model wrote it. It is removed, because the combined text has its own notice. */
const notice = /^\*A rehearsal model wrote this offline\b.*\*$/;

/** Splits a text at its headings of level 2 and deeper. Nothing is lost except the notice. */
export function readPassages(markdown: string): Passage[] {
  const passages: Passage[] = [{ heading: "", statements: [] }];
  const add = (form: Statement["form"], text: string, head = "") =>
    passages.at(-1)?.statements.push({ form, text, head });
  for (const block of blocksOf(markdown)) {
    const [first = ""] = block;
    if (/^\s*(?:```|~~~)/.test(first)) add("code", block.join("\n"));
    else if (/^#{2,6} /.test(first)) passages.push({ heading: first.trim(), statements: [] });
    else if (first.startsWith("|")) {
      const hasHead = /^\|[\s:|-]+\|?\s*$/.test(block[1] ?? "");
      const head = hasHead ? block.slice(0, 2).join("\n") : "";
      for (const row of block.slice(hasHead ? 2 : 0)) add("row", row.trim(), head);
    } else if (isItem(first)) add("item", block.join("\n").trimEnd());
    else if (!notice.test(block.join(" "))) {
      for (const text of splitSentences(block.join(" ").replaceAll(/\s+/g, " "))) add("sentence", text);
    }
  }
  return passages.filter(({ heading, statements }) => heading !== "" || statements.length > 0);
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,3}[.)]) /.test(line);

/**
 * Groups lines that belong together: a heading, an item with the lines indented below it, a table, a paragraph, a block of
 * code.
 */
function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [];
  let open: string[] | undefined;
  let inCode = false;
  const begin = () => {
    open = [];
    blocks.push(open);
  };
  for (const line of markdown.split(/\r?\n/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    const [first = ""] = open ?? [];
    if (inCode || (isFence && !isItem(first))) {
      if (!inCode) begin();
      open?.push(line);
      if (isFence) inCode = !inCode;
      if (!inCode) open = undefined;
      continue;
    }
    if (line.trim() === "") {
      open = undefined;
      continue;
    }
    const continues = open && !startsBlock(line) && first.startsWith("|") === line.startsWith("|") && !/^#/.test(first);
    if (!continues) begin();
    open?.push(line);
  }
  return blocks;
}

/** Items begin at the margin; an indented line belongs to the item above it. */
const startsBlock = (line: string): boolean => /^(?:#{1,6} |[-*+] |\d{1,3}[.)] )/.test(line);

/** True for claims and questions. They must keep their wording, because other documents refer to them by their words. */
export const isLookedUp = (text: string): boolean => /^\s*- (?:C: |\[[ x]\] )/.test(text);
