import type { Code, Table } from "mdast";
import { parseMarkdown } from "./markdown.ts";

/**
 * Says in the document itself that it is not whole. What was cut in the middle, a code block or a row of a table,
 * is closed first: the note stands in the open, and everything before it can be rendered.
 */
export function withGapNote(text: string, { finishReason, turns }: { finishReason: string; turns: number }): string {
  const markdown = text.trimEnd();
  const times = turns === 1 ? "one turn" : `${turns} turns`;
  const note = `> **Incomplete:** the text was cut off here (${finishReason}) after ${times}. Nothing follows.`;
  return `${markdown}${closing(markdown)}\n\n${note}\n`;
}

function closing(markdown: string): string {
  const last = parseMarkdown(markdown).children.at(-1);
  if (last?.type === "code") return closeFence(last, markdown);
  if (last?.type === "table") return closeRow(last, markdown);
  return "";
}

function closeFence(block: Code, markdown: string): string {
  const lines = markdown.slice(block.position?.start.offset).split("\n");
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  if (!fence) return "";
  const isClosed = lines.length > 1 && lines.at(-1)?.trim().startsWith(fence);
  return isClosed ? "" : `\n${fence}`;
}

function closeRow(table: Table, markdown: string): string {
  const [head, last] = [table.children[0], table.children.at(-1)];
  // A lone bar counts as a cell to the parser, but closes none.
  const written = markdown.endsWith("\n|") ? 0 : (last?.children.length ?? 0);
  const missing = (head?.children.length ?? 0) - written;
  if (missing <= 0) return "";
  return " |".repeat(markdown.endsWith("|") ? missing : missing + 1);
}
