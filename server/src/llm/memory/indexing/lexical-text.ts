/**
 * A text as the database's word splitter gets it: plain words with spaces between them. Its own idea of a word differs
 * between servers (what a letter is hangs on the locale) and makes one token of paths, addresses and numbers with
 * signs; and in scripts written without spaces a whole sentence would be one word.
 */
export const lexicalText = (text: string): string => plainWords(text).replace(unspaced, (run) => inPairs(run, true));

/** A question likewise. A word of an unspaced script is looked for by its pairs of characters, which only it has. */
export const lexicalQuestion = (text: string): string =>
  plainWords(text).replace(unspaced, (run) => inPairs(run, false));

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

function inPairs(run: string, withSingles: boolean): string {
  const characters = [...run];
  if (characters.length === 1) return ` ${run} `;
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return ` ${[...(withSingles ? characters : []), ...pairs].join(" ")} `;
}

// Accents, Hebrew points and Arabic vowel marks: written by some and not by others.
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;

function plainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<=\d)[,'’](?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "'")
    .replace(/(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}\p{M}.']|(?<!\p{L})'|'(?!\p{L})/gu, " ")
    .replace(/(?<=\p{L})\.|\.(?=\p{L})/gu, " ");
}
