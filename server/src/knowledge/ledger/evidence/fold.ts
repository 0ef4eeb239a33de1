/** A text in the form in which quotes are compared, with the original position of each of its units. */
export type Folded = { text: string; starts: Int32Array; ends: Int32Array };

/**
 * Matches anything that folding may change. The opposite test, a pattern that matches a whole unchanged text, would overflow
 * the stack of the regex engine on a long text.
 */
const changeable = /[^\x20-\x7e]| {2}| $|`/;
const marks: Record<string, string> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u2032": "'",
  "\u00b4": "'",
  "`": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u201f": '"',
  "\u2033": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2026": "...",
};
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
// One character with the combining marks after it, or a decomposed Hangul syllable: the smallest piece that Unicode
// normalization can change.
const piece = /\s+|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[^\s]\p{M}*/uy;

/**
 * Folds what may differ between a text and a faithful copy of it: runs of white space, the style of quotation marks
 * and dashes, invisible characters, and the Unicode normal form. Letters keep their case.
 */
export function fold(text: string): Folded {
  if (!changeable.test(text)) return identity(text);
  let folded = "";
  let positions = { starts: new Int32Array(text.length), ends: new Int32Array(text.length) };
  let count = 0;
  const add = (units: number, start: number, end: number) => {
    for (let left = units; left > 0; left -= 1, count += 1) {
      if (count === positions.starts.length) positions = enlarged(positions);
      positions.starts[count] = start;
      positions.ends[count] = end;
    }
  };
  let at = 0;
  while (at < text.length) {
    // Most of a text stays as it is, so it is copied in stretches, without matching each character.
    const from = at;
    while (isPlain(text, at)) {
      add(1, at, at + 1);
      at += 1;
    }
    folded += text.slice(from, at);
    if (at === text.length) break;
    piece.lastIndex = at;
    const raw = piece.exec(text)?.[0] ?? text.charAt(at);
    const as = foldPiece(raw);
    add(as.length, at, at + raw.length);
    folded += as;
    at += raw.length;
  }
  return { text: folded, starts: positions.starts.slice(0, count), ends: positions.ends.slice(0, count) };
}

/**
 * True only if folding keeps the ASCII character at this position. A character before a combining mark may change, and so
 * may a space before more white space.
 */
function isPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === 0x20) return next > 0x20 && next < 0x7f;
  return code > 0x20 && code < 0x7f && code !== 0x60 && !(next > 0x7e);
}

/** Folding can lengthen a text: an ellipsis becomes three dots. */
function enlarged({ starts, ends }: Omit<Folded, "text">): {
  starts: Int32Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
} {
  const length = 2 * starts.length + 16;
  const copy = (from: Int32Array) => {
    const into = new Int32Array(length);
    into.set(from);
    return into;
  };
  return { starts: copy(starts), ends: copy(ends) };
}

function foldPiece(raw: string): string {
  const mark = marks[raw];
  if (mark !== undefined) return mark;
  if (/^\s/.test(raw)) return " ";
  if (invisible.test(raw)) return "";
  return raw.normalize("NFC");
}

function identity(text: string): Folded {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    starts[at] = at;
    ends[at] = at + 1;
  }
  return { text, starts, ends };
}
