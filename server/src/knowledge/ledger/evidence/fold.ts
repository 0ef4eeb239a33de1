/** Text in the form in which quotes are compared, with the original position of each of its units. */
export type Folded = { text: string; starts: Int32Array; ends: Int32Array };

/**
 * Matches anything that folding may change. A pattern that matches a whole unchangeable text would overflow the regex
 * stack if the text is long.
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
const piece = /\s+|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[^\s]\p{M}*/gu;

/**
 * Folds what may differ between a text and a faithful copy of it: runs of white space, the style of quotation marks
 * and dashes, invisible characters, and the Unicode normal form. Letters keep their case.
 */
export function fold(text: string): Folded {
  if (!changeable.test(text)) return identity(text);
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: raw, index } of text.matchAll(piece)) {
    const as = foldPiece(raw);
    for (let unit = 0; unit < as.length; unit += 1) {
      starts.push(index);
      ends.push(index + raw.length);
    }
    folded += as;
  }
  return { text: folded, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
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
