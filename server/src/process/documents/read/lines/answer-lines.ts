import { plainHyphens } from "../words.ts";
import type { AnswerLine, Span } from "./answer-line.ts";
import { takeThinking, withoutTokens } from "./take-thinking.ts";
import { unwrap } from "./unwrap.ts";

/**
 * The lines of an answer without what wraps it: thinking, tokens of the chat template, an outer code fence or tag, a quote
 * around everything. Line breaks, non-breaking spaces before marks, hyphens in ids and HTML line breaks are normalized.
 * `isTitle` tells whether a line names an artifact; `isOtherName`, whether a line is a heading that calls an artifact by
 * another name.
 */
export function answerLines(
  raw: string,
  isTitle: (line: string) => boolean,
  isOtherName: (line: string) => boolean,
): { lines: AnswerLine[]; thinking: Span[] } {
  const { kept, thinking } = takeThinking(raw, (line) => isTitle(plainLine(line)));
  const lines = kept
    .flatMap((span) => splitLines(raw, withoutTokens(raw, span)))
    .map((line) => ({ ...line, text: undirected(line.text) }));
  const plain = plainLines(
    unwrap(
      lines,
      (line) => isTitle(plainLine(line)),
      (line) => isOtherName(plainLine(line)),
    ),
  );
  return { lines: separateRules(plain, isTitle), thinking };
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

/** Normalizes bullets, spaces, references, ids and HTML line breaks in all lines outside fenced code. */
export function plainLines(lines: readonly AnswerLine[]): AnswerLine[] {
  let open: string | null = null;
  return lines.flatMap((line) => {
    const text = plainLine(line.text);
    const mark = fence.exec(text)?.[1];
    if (open !== null) {
      if (mark?.startsWith(open) && text.trim() === mark) open = null;
      return [line];
    }
    if (mark) open = mark;
    return splitBreaks({ ...line, text: plainIds(listIds(text.replace(otherBrackets, "[$1]"))) });
  });
}

/** References in the brackets that some models prefer: `【C4】`, `[[C4]]`, `[^C4]`, `\[C4\]`. */
const otherBrackets = /(?:【|［|\[\[|\[\^|\\\[)((?:[CDFQ]\d{1,6})(?:[,;] ?[CDFQ]\d{1,6}){0,20})(?:】|］|\]\]|\\\]|\])/g;

const joinedIds =
  /\[([CDFQ]\d{1,6}(?:\s{0,2}(?:, and|,|;|&|\/|\+|and|und|et|to|–|—|-|‑)\s{0,2}[CDFQ]?\d{1,6}){1,20})\](?!\()/g;
const mostInRange = 20;

/** Rewrites `[C1 and C4]` and `[C1–C3]` in the format of references: `[C1, C4]`, `[C1, C2, C3]`. */
function listIds(text: string): string {
  if (!text.includes("[")) return text;
  return text.replace(joinedIds, (whole, inside: string) => {
    if (/^(?:[CDFQ]\d+[,;]? ?)+$/.test(inside)) return whole;
    const ids: string[] = [];
    for (const [, until, kind, number] of inside.matchAll(/(–|—|-|‑|to)?\s{0,2}([CDFQ]?)(\d+)/g)) {
      const before = ids.at(-1) ?? "";
      const id = `${kind || before.charAt(0)}${Number(number)}`;
      const [first, count] = [Number(before.slice(1)) + 1, Number(number) - Number(before.slice(1))];
      const isRange = until && id.charAt(0) === before.charAt(0) && count > 0 && count <= mostInRange;
      if (isRange) ids.push(...Array.from({ length: count }, (_, index) => `${before.charAt(0)}${first + index}`));
      else ids.push(id);
    }
    return `[${ids.join(", ")}]`;
  });
}

/**
 * Replaces non-breaking (`R‑1`) and escaped (`R\-1`) hyphens in ids. Adds a bullet to a checkbox without one, and a checkbox
 * to a question without one.
 */
function plainIds(text: string): string {
  const hyphens = plainHyphens(text).replace(/^(\s{0,8}[-*+] )?\\\[([ xX~!?-]?)\\\] (?=\S)/, "$1[$2] ");
  const boxed = hyphens.replace(/^( {0,3})(?=\[[ xX~!?✓✔-]\] +\S)/u, "$1- ");
  if (!/Q[\d.:*_]/.test(boxed) || !/[?？؟]/.test(boxed)) return boxed;
  return boxed
    .replace(
      /^(\s{0,20}[-*+] \[[ xX]\] )(?:(?:\*\*|__)Q\d{0,3}[:.]?(?:\*\*|__)[:.]?|Q\d{0,3}[:.])[ \t]+(?=\S)/,
      "$1**Q** ",
    )
    .replace(/^(\s{0,20})[-*+] (?:\*\*|__)Q[:.]?(?:\*\*|__)[:.]?[ \t]+(?=\S)/, "$1- [ ] **Q** ");
}

const ruler = /^ {0,3}---[ \t]*$/;
/** Lines that are never the text of an underlined heading. */
const structured = /^ {0,3}(?:#{1,6}[ \t]|[-*+>|]|\d{1,9}[.)][ \t]|`{3}|~{3})|^ {4}|^\t/;

/**
 * In Markdown, `---` right below a line of text makes that line a heading. Inserts a blank line before a `---` that was
 * meant as a rule: one that is followed by a heading or by the end of the answer, or that is below a sentence or below
 * several lines of text.
 */
function separateRules(lines: readonly AnswerLine[], isTitle: (line: string) => boolean): AnswerLine[] {
  if (!lines.some(({ text }) => ruler.test(text))) return [...lines];
  const next: (string | null)[] = [];
  for (let index = lines.length - 1, below: string | null = null; index >= 0; index -= 1) {
    next[index] = below;
    const text = lines[index]?.text ?? "";
    if (text.trim() !== "") below = text;
  }
  return lines.flatMap((line, index) => {
    const above = lines[index - 1]?.text ?? "";
    if (!ruler.test(line.text) || above.trim() === "" || structured.test(above) || isTitle(above)) return [line];
    const below = next[index] ?? null;
    const isRule = below === null || /^ {0,3}(?:#{1,6}[ \t]|\*\*)/.test(below) || isTitle(below);
    const isText = /[.!?:;,…。！？]["”’)*_]{0,3}\s*$/u.test(above) || (lines[index - 2]?.text ?? "").trim() !== "";
    return isRule || isText ? [{ text: "", start: line.start, end: line.start }, line] : [line];
  });
}

const invisible = /[\ufeff\u200b\u2060]/g;
/**
 * Characters that set the writing direction. Within a text they are content; before a bullet or `#` they would keep it from
 * being recognized.
 */
const directions = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const directed = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const leading =
  /^[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]*(?:(?:#{1,6}|[-*+•>|]|\d{1,3}[.)])[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]*)?/u;
const wideSpace = /[\u00a0\u2007\u202f\u3000]|&nbsp;/g;
const marked = /^\s*(?:#{1,6}|[-*+•‣◦▪–—]|\d{1,3}[.)]|>|[|｜])[\s|]*/u;

const undirected = (text: string): string =>
  directed.test(text) ? text.replace(leading, (start) => start.replaceAll(directions, "")) : text;

/**
 * Removes invisible characters. In lines that start with a bullet, a number, `#`, `>` or a bar, also replaces wide spaces
 * and unusual bullets and bars. In other lines, replaces only the wide spaces at the start.
 */
function plainLine(text: string): string {
  if (!/[\ufeff\u200b\u2060\u00a0\u2007\u202f\u3000•‣◦▪｜]|&nbsp;/.test(text)) return text;
  const visible = text.replace(invisible, "");
  const spaced = visible.replace(wideSpace, " ");
  if (!marked.test(spaced)) return visible.replace(/^[\s\u00a0]+/, (space) => " ".repeat(space.length));
  return spaced.replace(/^(\s*)[•‣◦▪](?=\s)/, "$1-").replace(/^\s*｜.*$/, (row) => row.replaceAll("｜", "|"));
}

/** Splits `a<br>b` into two lines with a hard line break, except in a table row, where `<br>` is part of a cell. */
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
