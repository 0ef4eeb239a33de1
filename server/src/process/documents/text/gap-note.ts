import { parseMarkdown } from "./markdown.ts";

/** Says in the document itself that it is not whole. The note stands in the open even if a code block was cut. */
export function withGapNote(
  markdown: string,
  { finishReason, turns }: { finishReason: string; turns: number },
): string {
  const times = turns === 1 ? "one turn" : `${turns} turns`;
  const note = `> **Incomplete:** the text was cut off here (${finishReason}) after ${times}. Nothing follows.`;
  return `${markdown.trimEnd()}${openFence(markdown)}\n\n${note}\n`;
}

/** What closes a fence that is still open at the end of the text. */
function openFence(markdown: string): string {
  const last = parseMarkdown(markdown).children.at(-1);
  if (last?.type !== "code") return "";
  const source = markdown.slice(last.position?.start.offset, last.position?.end.offset).trimEnd();
  const fence = /^(`{3,}|~{3,})/.exec(source)?.[1];
  if (!fence) return "";
  const lines = source.split("\n");
  const isClosed = lines.length > 1 && lines.at(-1)?.trim().startsWith(fence);
  return isClosed ? "" : `\n${fence}`;
}
