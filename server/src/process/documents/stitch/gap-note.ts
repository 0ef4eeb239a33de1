import { describeRepetitions } from "@dialectic/contract";
import { type MarkdownBlock, parseMarkdown, splitTableRow } from "#platform";

/**
 * Adds a note that the document is incomplete. An open code block or table row is closed first, so that the note is
 * outside of it and the text before the note can be rendered.
 */
export function withGapNote(
  text: string,
  { finishReason, requests, repetitions = 0 }: { finishReason: string; requests: number; repetitions?: number },
): string {
  const markdown = text.trimEnd();
  const times = requests === 1 ? "one request" : `${requests} requests`;
  const removed = repetitions === 0 ? "" : ` ${describeRepetitions(repetitions)}`;
  const note =
    finishReason === "other"
      ? `> **Possibly incomplete:** the answer ended here for an unknown reason, after ${times}.${removed} Nothing follows.`
      : `> **Incomplete:** the text was cut off here (${finishReason}) after ${times}.${removed} Nothing follows.`;
  return `${markdown}${closing(markdown)}\n\n${note}\n`;
}

const noteLine =
  /^> \*\*(?:Incomplete|Possibly incomplete):\*\* .* after (?:one (?:request|turn)|\d+ (?:requests|turns))\.(?: (?:One|\d+) repetitions? of the last words (?:was|were) removed\.)? Nothing follows\.$/m;

/** True if a text still contains the note: a person who completes the text removes it. */
export const hasGapNote = (markdown: string): boolean => noteLine.test(markdown);

/** The text without the note, so that the note is not taken for text of an artifact. */
export const withoutGapNote = (markdown: string): string => markdown.replace(noteLine, "");

function closing(markdown: string): string {
  const last = parseMarkdown(markdown).at(-1);
  if (last?.type === "code") return closeFence(last, markdown);
  if (last?.type === "table") return closeRow(last, markdown);
  return "";
}

function closeFence(block: MarkdownBlock, markdown: string): string {
  const lines = markdown.slice(block.start).split("\n");
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  if (!fence) return "";
  const isClosed = lines.length > 1 && lines.at(-1)?.trim().startsWith(fence);
  return isClosed ? "" : `\n${fence}`;
}

function closeRow(table: MarkdownBlock, markdown: string): string {
  const rows = markdown.slice(table.start, table.end).split(/\r\n?|\n/);
  // A single bar starts a row that has no cell yet.
  const written = markdown.endsWith("\n|") ? 0 : splitTableRow(rows.at(-1) ?? "").length;
  const missing = splitTableRow(rows[0] ?? "").length - written;
  if (missing <= 0) return "";
  return " |".repeat(markdown.endsWith("|") ? missing : missing + 1);
}
