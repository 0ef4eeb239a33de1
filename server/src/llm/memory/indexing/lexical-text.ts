/**
 * Prepares a text for the database's word splitter: plain words separated by spaces. The splitter's own definition of a
 * word differs between PostgreSQL servers, because letters depend on the locale. It also makes one token of a path, an
 * address or a signed number, and one word of a whole sentence in a script without spaces.
 */
export const lexicalText = (text: string): string => plainWords(text).replace(unspaced, (run) => inPairs(run, true));

/**
 * Like `lexicalText`, for a question. In scripts without spaces a question is searched by pairs of characters, which are
 * more specific than single characters.
 */
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

// Accents, Hebrew points and Arabic vowel marks, which not all writers use.
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
