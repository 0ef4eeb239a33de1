import type { AnswerLine, Span } from "./answer-line.ts";
import { takeThinking } from "./take-thinking.ts";
import { unwrap } from "./unwrap.ts";

/**
 * The lines of an answer without its wrapper: thinking, an outer code fence, a quote around everything. Line breaks, non-breaking
 * spaces before marks and HTML line breaks are normalized. `isTitle`: whether a line names an artifact.
 */
export function answerLines(
  raw: string,
  isTitle: (line: string) => boolean,
): { lines: AnswerLine[]; thinking: Span[] } {
  const { kept, thinking } = takeThinking(raw, (line) => isTitle(plainLine(line)));
  const lines = kept.flatMap((span) => splitLines(raw, span));
  return { lines: plainLines(unwrap(lines, (line) => isTitle(plainLine(line)))), thinking };
}

function splitLines(raw: string, span: Span): AnswerLine[] {
  const lines: AnswerLine[] = [];
  const text = raw.slice(span.start, span.end);
  let start = 0;
  const add = (end: number) =>
    lines.push({ text: text.slice(start, end), start: span.start + start, end: span.start + end });
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    add(index);
    start = index + lineEnd.length;
  }
  add(text.length);
  return lines.map((line) => (line.text.startsWith("\ufeff") ? { ...line, text: line.text.slice(1) } : line));
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

function plainLines(lines: readonly AnswerLine[]): AnswerLine[] {
  let open: string | null = null;
  return lines.flatMap((line) => {
    const text = plainLine(line.text);
    const mark = fence.exec(text)?.[1];
    if (open !== null) {
      if (mark?.startsWith(open) && text.trim() === mark) open = null;
      return [line];
    }
    if (mark) open = mark;
    return splitBreaks({ ...line, text: text.replace(otherBrackets, "[$1]") });
  });
}

/** References in the brackets that some models prefer: `【C4】`, `[[C4]]`, `[^C4]`, `\\[C4\\]`. */
const otherBrackets = /(?:【|［|\[\[|\[\^|\\\[)((?:[CDFQ]\d{1,6})(?:[,;] ?[CDFQ]\d{1,6}){0,20})(?:】|］|\]\]|\\\]|\])/g;

const invisible = /[\ufeff\u200b\u2060]/g;
const wideSpace = /[\u00a0\u2007\u202f\u3000]|&nbsp;/g;
const marked = /^\s*(?:#{1,6}|[-*+•‣◦▪–—]|\d{1,3}[.)]|>|[|｜])[\s|]*/u;

/** Marks at the start of a line may be followed by any kind of space. Wide spaces within prose stay. */
function plainLine(text: string): string {
  if (!/[\ufeff\u200b\u2060\u00a0\u2007\u202f\u3000•‣◦▪｜]|&nbsp;/.test(text)) return text;
  const visible = text.replace(invisible, "");
  const spaced = visible.replace(wideSpace, " ");
  if (!marked.test(spaced)) return visible.replace(/^[\s\u00a0]+/, (space) => " ".repeat(space.length));
  return spaced.replace(/^(\s*)[•‣◦▪](?=\s)/, "$1-").replace(/^\s*｜.*$/, (row) => row.replaceAll("｜", "|"));
}

/** `a<br>b` as two lines with a hard line break, except in a table row, where it is part of a cell. */
function splitBreaks(line: AnswerLine): AnswerLine[] {
  if (!/<br/i.test(line.text) || line.text.includes("|")) return [line];
  const parts = line.text.split(/<br[ \t]{0,3}\/?>/i);
  // A real heading starts on its own line: what looks like one after `<br>` is part of the sentence.
  if (parts.slice(1).some((part) => /^\s*#{1,6}\s/.test(part))) return [line];
  return parts.map((text, index) => ({
    ...line,
    text: index < parts.length - 1 && text.trim() !== "" ? `${text.trimEnd()}  ` : text.trimStart(),
  }));
}
