import { splitTableRow } from "#platform";

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const continuedMark =
  /[\s([–—:-]+(?:continued|cont['’.]?d?|fortsetzung|forts\.|suite|continuación|continuazione|continuação|vervolg|продолжение|续|続き|המשך)[)\]]?[.:]?$/iu;

/**
 * The length of what a model wrote again at the start of a continuation: the headings above the place where it was cut off,
 * or the last line. `broken` is the unfinished line that was removed from the end of `whole`; a continuation that begins
 * with it repeats nothing. If the broken line has no word yet, a row that equals the last one counts as new, because it may
 * be the next row.
 */
export function writtenAgain(whole: string, next: string, broken: string): number {
  if (!whole.endsWith("\n") || (hasWords(broken) && next.startsWith(broken))) return 0;
  const headings = headingsAgain(whole, next, broken);
  return headings + lineAgain(whole, next.slice(headings), broken);
}

function lineAgain(whole: string, next: string, broken: string): number {
  const last = whole.slice(whole.lastIndexOf("\n", whole.length - 2) + 1);
  return hasWords(broken) && hasWords(last) && next.startsWith(last) ? last.length : 0;
}

/**
 * The length of the headings that `next` repeats: the heading of the section, with or without "(continued)", and the
 * headings of the table that is still open.
 */
function headingsAgain(whole: string, next: string, broken: string): number {
  const blank = /^\n*/.exec(next)?.[0].length ?? 0;
  const [line = "", title = ""] = /^#{1,6} ([^\n]*)\n+/.exec(next.slice(blank)) ?? [];
  const plain = title.trim().replace(continuedMark, "");
  const isSame = line !== "" && plain === lastHeading(whole);
  const from = isSame ? blank + line.length : blank;
  const table = tableAgain(whole, next.slice(from), broken);
  if (table > 0) return from + table;
  return isSame && plain !== title.trim() ? from : 0;
}

const lastHeading = (text: string): string | undefined =>
  text
    .match(/^#{1,6} .*$/gm)
    ?.at(-1)
    ?.replace(/^#+ /, "")
    .trim()
    .replace(continuedMark, "");

function tableAgain(whole: string, next: string, broken: string): number {
  const head = openTable(whole);
  const [first = "", second = ""] = next.split("\n", 2);
  if (head === null || cells(first) !== head) return 0;
  if (isRuler(second)) return first.length + second.length + 2;
  return hasWords(broken) ? first.length + 1 : 0;
}

/** The column headings of the table at the end of a text. */
function openTable(text: string): string | null {
  let [start, end] = [text.length, text.length - 1];
  const lines: string[] = [];
  while (start > 0) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(from, end);
    if (!line.includes("|")) break;
    lines.push(line);
    [start, end] = [from, from - 1];
  }
  const [head = "", ruler = ""] = lines.reverse();
  return isRuler(ruler) ? cells(head) : null;
}

const cells = (line: string): string => splitTableRow(line).join("|");
const isRuler = (line: string): boolean => /^[\s|:-]*-[\s|:-]*$/.test(line) && line.includes("|");
