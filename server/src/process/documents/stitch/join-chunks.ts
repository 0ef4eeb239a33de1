/** A shorter repetition at a seam is taken for coincidence, unless it consists of two whole lines. */
const leastCharacters = 40;

/** Joins the chunks of a chain. Text that a model repeats at the start of a chunk is kept once. */
export function joinChunks(texts: readonly string[]): string {
  return texts.reduce((whole, text) => {
    const next = text.slice(openedAgain(whole, text));
    return whole + next.slice(overlap(whole, next));
  }, "");
}

/** The length of the start of `next` that repeats the end of `whole`. */
function overlap(whole: string, next: string): number {
  const borders = bordersOf(whole.slice(-next.length), next);
  return (
    borders.find(
      (length) => length >= leastCharacters || isTwoLines(whole, next, length) || isHeading(whole, next, length),
    ) ?? 0
  );
}

/** A model that was cut off below a heading writes the heading again. */
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

/** Only lines with words: two closing braces or two rules at a seam are a coincidence. */
function isTwoLines(whole: string, next: string, length: number): boolean {
  const startsLine = length === whole.length || whole.at(-length - 1) === "\n";
  const endsLine = next.charAt(length - 1) === "\n" || length === next.length || next.charAt(length) === "\n";
  if (!startsLine || !endsLine) return false;
  return (
    next
      .slice(0, length)
      .split("\n")
      .filter((line) => /[\p{L}\p{N}]/u.test(line)).length >= 2
  );
}

/** The opening line of a code block with a language. A line without a language could also close a block. */
const openingLine = /^(`{3,}|~{3,})[ \t]*[^\s`~][^`\n]*\n/;

/**
 * The length of the start of `next` that reopens the code block in which `whole` was cut off. Models often start an answer that way, even
 * one that continues in the middle of a line; without this, the fence would end up inside the code.
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
