import { hasWords, writtenAgain } from "./written-again.ts";

/**
 * A repetition at a seam is treated as a coincidence if it is shorter than this, unless it is two whole lines or a heading.
 */
const leastCharacters = 40;

/** How many characters of a broken line are compared to tell whether a continuation writes the line again. */
const mostCompared = 200;

/**
 * Joins the chunks of a chain. Text that a model repeats at the start of a chunk is kept once. `broken`: for each chunk, the
 * unfinished line that was removed from its end.
 */
export function joinChunks(texts: readonly string[], broken: readonly string[] = []): string {
  return texts.reduce((whole, text, index) => {
    const next = text.slice(openedAgain(whole, text));
    const brokenLine = (broken[index - 1] ?? "").slice(0, mostCompared);
    const repeated = overlap(whole, next, brokenLine);
    if (repeated > 0) return whole + next.slice(repeated);
    const rest = next.slice(writtenAgain(whole, next, brokenLine));
    return whole + rest.slice(rest === next ? 0 : overlap(whole, rest, brokenLine));
  }, "");
}

/**
 * The length of the start of `next` that repeats the end of `whole`. If `next` begins with the broken line, it continues the
 * text there, and a repetition counts only if the broken line also follows the repetition in `next`.
 */
function overlap(whole: string, next: string, broken: string): number {
  const isExact = (length: number): boolean =>
    hasWords(broken) && next.startsWith(broken) && !next.startsWith(broken, length);
  const borders = bordersOf(whole.slice(-next.length), next);
  return (
    borders.find(
      (length, index) =>
        (length >= leastCharacters || isTwoLines(whole, next, length) || isHeading(whole, next, length)) &&
        !isExact(length) &&
        !areEqualLines(whole, next, { length, shorter: borders[index + 1] ?? 0 }),
    ) ?? 0
  );
}

/**
 * True if the repetition is part of a series of equal lines. A table or list may contain that many equal entries, so
 * the model need not have repeated anything. `shorter` is the next shorter repetition: an entry has `length - shorter`
 * characters.
 */
function areEqualLines(whole: string, next: string, { length, shorter }: { length: number; shorter: number }): boolean {
  const startsLine = length === whole.length || whole.at(-length - 1) === "\n";
  if (!startsLine || next.charAt(length - 1) !== "\n") return false;
  const period = length % (length - shorter) === 0 ? length - shorter : length;
  const part = next.slice(0, period);
  return length > period || next.startsWith(part, length) || whole.endsWith(part, whole.length - length);
}

/** True if the repetition is only a heading: a model that was cut off below a heading writes it again. */
function isHeading(whole: string, next: string, length: number): boolean {
  const startsLine = length === whole.length || whole.at(-length - 1) === "\n";
  return startsLine && next.charAt(length - 1) === "\n" && /^\n{0,2}#{1,6} \S[^\n]*\n\s*$/.test(next.slice(0, length));
}

/** Every length at which `next` starts with the end of `whole`, longest first (Knuth–Morris–Pratt). */
function bordersOf(whole: string, next: string): number[] {
  const fallback = new Int32Array(next.length + 1);
  fallback[0] = -1;
  const advance = (matched: number, unit: number): number => {
    let length = matched;
    while (length >= 0 && (length === next.length || next.charCodeAt(length) !== unit)) length = fallback[length] ?? -1;
    return length + 1;
  };
  for (let index = 0; index < next.length; index++)
    fallback[index + 1] = advance(fallback[index] ?? -1, next.charCodeAt(index));
  let matched = 0;
  for (let index = 0; index < whole.length; index++) matched = advance(matched, whole.charCodeAt(index));
  const borders: number[] = [];
  for (let length = matched; length > 0; length = fallback[length] ?? 0) borders.push(length);
  return borders;
}

/** True if the repetition has at least two whole lines with words. Two closing braces or two rules are a coincidence. */
function isTwoLines(whole: string, next: string, length: number): boolean {
  const startsLine = length === whole.length || whole.at(-length - 1) === "\n";
  const endsLine = next.charAt(length - 1) === "\n" || length === next.length || next.charAt(length) === "\n";
  if (!startsLine || !endsLine) return false;
  return next.slice(0, length).split("\n").filter(hasWords).length >= 2;
}

/** The opening line of a code block with a language. A line without a language could also close a block. */
const openingLine = /^(`{3,}|~{3,})[ \t]*[^\s`~][^`\n]*\n/;

/**
 * The length of the start of `next` that reopens the code block in which `whole` was cut off. Models often start a
 * continuation with such a fence, even in the middle of a line of code. Left in the text, the fence would end up inside the
 * code.
 */
function openedAgain(whole: string, next: string): number {
  const line = openingLine.exec(next)?.[0];
  return line !== undefined && openBlock(whole) === line.trimEnd() ? line.length : 0;
}

/** The opening line of the code block that is still open at the end of a text. */
function openBlock(text: string): string | undefined {
  let open: { line: string; fence: string } | undefined;
  for (const line of text.split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === "") continue;
    if (!open) open = { line: line.trim(), fence };
    else if (info.trim() === "" && fence.startsWith(open.fence)) open = undefined;
  }
  return open?.line;
}
