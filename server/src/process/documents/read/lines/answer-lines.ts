import type { AnswerLine, Span } from "./answer-line.ts";
import { takeThinking, withoutTokens } from "./take-thinking.ts";
import { unwrap } from "./unwrap.ts";

/**
 * The lines of an answer without its wrapper: thinking, tokens of the chat template, an outer code fence or tag, a quote around
 * everything. Line breaks, non-breaking spaces before marks, hyphens of ids and HTML line breaks are normalized. `isTitle`:
 * whether a line names an artifact.
 */
export function answerLines(
  raw: string,
  isTitle: (line: string) => boolean,
): { lines: AnswerLine[]; thinking: Span[] } {
  const { kept, thinking } = takeThinking(raw, (line) => isTitle(plainLine(line)));
  const lines = kept
    .flatMap((span) => splitLines(raw, withoutTokens(raw, span)))
    .map((line) => ({ ...line, text: undirected(line.text) }));
  const plain = plainLines(unwrap(lines, (line) => isTitle(plainLine(line))));
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
    return splitBreaks({ ...line, text: plainIds(listIds(text.replace(otherBrackets, "[$1]"))) });
  });
}

/** References in the brackets that some models prefer: `【C4】`, `[[C4]]`, `[^C4]`, `\\[C4\\]`. */
const otherBrackets = /(?:【|［|\[\[|\[\^|\\\[)((?:[CDFQ]\d{1,6})(?:[,;] ?[CDFQ]\d{1,6}){0,20})(?:】|］|\]\]|\\\]|\])/g;

const joinedIds =
  /\[([CDFQ]\d{1,6}(?:\s{0,2}(?:, and|,|;|&|\/|\+|and|und|et|to|–|—|-|‑)\s{0,2}[CDFQ]?\d{1,6}){1,20})\](?!\()/g;
const mostInRange = 20;

/** `[C1 and C4]` and `[C1–C3]` as the list that references are: `[C1, C4]`, `[C1, C2, C3]`. */
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

/** Hyphens of ids that do not break the line (`R‑1`) or are escaped (`R\\-1`), a box without its bullet, and a question without its box. */
function plainIds(text: string): string {
  const hyphens = /[\u2010\u2011\u2212\\]/.test(text)
    ? text
        .replace(/(?<![\p{L}\p{N}])([A-Z]{1,4}) ?(?:[\u2010\u2011\u2212]|\\-)(?=\d)/gu, "$1-")
        .replace(/(?<=\d)[\u2010\u2011](?=[A-Z]{0,4}-?\d)/gu, "-")
        .replace(/^(\s{0,8}[-*+] )?\\\[([ xX~!?-]?)\\\] (?=\S)/, "$1[$2] ")
    : text;
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
 * A rule right below a text would make that text a heading. It is a rule if a heading or the end follows, or if the text above is a
 * sentence or has several lines.
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
/** Marks for the direction of writing. Within a text they are content; in front of a mark they hide it. */
const directions = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const directed = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const leading =
  /^[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]*(?:(?:#{1,6}|[-*+•>|]|\d{1,3}[.)])[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]*)?/u;
const wideSpace = /[\u00a0\u2007\u202f\u3000]|&nbsp;/g;
const marked = /^\s*(?:#{1,6}|[-*+•‣◦▪–—]|\d{1,3}[.)]|>|[|｜])[\s|]*/u;

const undirected = (text: string): string =>
  directed.test(text) ? text.replace(leading, (start) => start.replaceAll(directions, "")) : text;

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
