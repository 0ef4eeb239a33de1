/**
 * Counts words as the strictest reader would: by white space, or by runs of letters and digits, whichever gives more. In
 * scripts without spaces between words, every character counts as a word. It takes only one pass, because every text is
 * counted several times while it is fitted to its budget.
 */
export function countWords(text: string): number {
  let spaced = 0;
  let runs = 0;
  let unspaced = 0;
  let before = space;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.codePointAt(i) ?? 0;
    if (code > 0xffff) i += 1;
    const kind = kindOf(code);
    if (kind !== space && before === space) spaced += 1;
    if (kind >= letter && before < letter) runs += 1;
    if (kind === sign) unspaced += 1;
    before = kind;
  }
  return Math.max(spaced, runs) + unspaced;
}

const space = 0;
const other = 1;
const letter = 2;
/** A letter of a script without spaces between words. */
const sign = 3;

/** The kind of each character plus 1; 0 if it is not computed yet. A table is five times as fast as a map. */
const known = new Uint8Array(0x10000);

function kindOf(code: number): number {
  const kind = known[code];
  if (kind) return kind - 1;
  const found = classify(String.fromCodePoint(code));
  if (code < known.length) known[code] = found + 1;
  return found;
}

function classify(one: string): number {
  if (/\s/.test(one)) return space;
  if (!/[\p{L}\p{N}]/u.test(one)) return other;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(one) ? sign : letter;
}
