/**
 * The sentences and lines of a text, each from its start to the start of the next: the smallest units that are kept or
 * left out. `headings` holds, for each unit, the unit that is the heading of its section, or -1 if there is none.
 */
export type Units = { count: number; starts: Int32Array; ends: Int32Array; headings: Int32Array };

/** A period ends a unit only after this many characters: an earlier one may belong to "e.g." or "2." at its beginning. */
const shortest = 24;
/** Units longer than this are cut: people do not write such sentences, but files contain them. */
const longest = 1_600;
/** Lines that were wrapped at a margin are joined into units of up to this length. */
const longestWrapped = 800;
/** A code fence stays whole up to this length. */
const longestWhole = 8_000;

export function cutUnits(text: string): Units {
  const starts: number[] = [];
  const ends: number[] = [];
  const headings: number[] = [];
  let heading = -1;
  let isFenced = false;
  let start = skipSpace(text, 0);

  const close = (end: number): void => {
    if (end > start) {
      const isHeading = !isFenced && text.charCodeAt(start) === 35;
      headings.push(isHeading ? -1 : heading);
      if (isHeading) heading = starts.length;
      starts.push(start);
      ends.push(end);
    }
    start = skipSpace(text, end);
  };

  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const length = at - start;
    if (marks[code] === 0 && length < longest) continue;
    if (code === 10) {
      const isFence = fenceAt(text, lineStart(text, at));
      if (isFenced && !isFence && length < longestWhole) continue;
      if (isFence && !isFenced) {
        isFenced = true;
        continue;
      }
      if (!isFence && !isFenced && length < longestWrapped && isSmallLetter(text.charCodeAt(at + 1))) continue;
      close(at);
      isFenced = false;
      at = Math.max(at, start - 1);
    } else if (!isFenced && length >= shortest && isEnd(code) && isSpace(text.charCodeAt(at + 1))) {
      close(at + 1);
      at = Math.max(at, start - 1);
    } else if (length >= (isFenced ? longestWhole : longest)) {
      close(lastSpace(text, start, at));
      at = start - 1;
    }
  }
  close(trimmedEnd(text, start));
  return {
    count: starts.length,
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    headings: Int32Array.from(headings),
  };
}

/** The characters at which a unit may end. */
const marks = new Uint8Array(1 << 16);
for (const mark of "\n.!?。！？") marks[mark.charCodeAt(0)] = 1;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
const isSmallLetter = (code: number): boolean => code >= 97 && code <= 122;
const isEnd = (code: number): boolean => code !== 10 && marks[code] === 1;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function trimmedEnd(text: string, from: number): number {
  let end = text.length;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Where to cut a unit that is too long: at the last space of its second half, else between any two characters. */
function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > start + (end - start) / 2; at -= 1) if (isSpace(text.charCodeAt(at))) return at;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff ? end - 1 : end;
}

const lineStart = (text: string, end: number): number => text.lastIndexOf("\n", end - 1) + 1;

function fenceAt(text: string, line: number): boolean {
  let at = line;
  while (text.charCodeAt(at) === 32 && at < line + 4) at += 1;
  return text.startsWith("```", at) || text.startsWith("~~~", at);
}
