import { createRequire } from "node:module";
import { sha256 } from "#platform";

/** As many pieces, each by its hash: a few megabytes. */
const remembered = 20_000;
/** A longer text is counted in pieces, so that one that has grown at its end is counted only there. */
const pieceLength = 16_384;

/** The tokenizer's time grows with the square of the length of a word; nobody writes such words, but files contain them. */
const longRun = /\S{400}(?=\S{400})/gu;
const longRunLength = 800;

type Tokenizer = typeof import("gpt-tokenizer/encoding/o200k_base") &
  Pick<typeof import("gpt-tokenizer/encodingParams/constants"), "O200K_TOKEN_SPLIT_REGEX">;
let tokenizer: Tokenizer | undefined;

/** Its vocabulary takes a quarter of a second to load: whoever counts nothing does not wait for it. */
function load(): Tokenizer {
  const require = createRequire(import.meta.url);
  tokenizer ??= {
    ...require("gpt-tokenizer/encoding/o200k_base"),
    ...require("gpt-tokenizer/encodingParams/constants"),
  } as Tokenizer;
  return tokenizer;
}

/** Words with what stands before them, as the tokenizer splits a text before it looks at anything: counted once each. */
const words = new Map<string, number>();
/** Some ten megabytes. A language has fewer; what is no language would fill any table. */
const mostWords = 100_000;

/**
 * How many tokens a text has, by the o200k vocabulary: exact for newer OpenAI models, near for others. Counts are
 * remembered by content: counting again costs a hash, and a text that has changed costs its changed pieces.
 */
export const countTokens = rememberCounts(countByVocabulary);

export function rememberCounts(countPiece: (piece: string) => number): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => inPieces(text, (piece) => remembering(counts, piece, countPiece));
}

function inPieces(text: string, countPiece: (piece: string) => number): number {
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    total += countPiece(text.slice(start, end));
    start = end;
  }
  return total;
}

/** Before a line that begins with no space: no token reaches across that. Else anywhere but inside a character. */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= pieceLength) return text.length;
  const end = start + pieceLength;
  for (let at = end - 2; at > start + pieceLength / 2; at -= 1) {
    if (text.charCodeAt(at) === 10 && !/\s/.test(text.charAt(at + 1))) return at + 1;
  }
  return isInside(text, end) ? end - 1 : end;
}

const isInside = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

function remembering(counts: Map<string, number>, piece: string, countPiece: (piece: string) => number): number {
  const key = sha256(piece);
  const known = counts.get(key);
  if (known !== undefined) {
    // Taken out and put back: the map's order is then that of use, and its first entry the one to forget.
    counts.delete(key);
    counts.set(key, known);
    return known;
  }
  const counted = countPiece(piece);
  counts.set(key, counted);
  const oldest = counts.size > remembered ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
  return counted;
}

function countByVocabulary(piece: string): number {
  // The pattern takes a third of the tokenizer's own time; a look whether there is such a run takes next to none.
  const plain = hasLongRun(piece) ? piece.replace(longRun, "$& ") : piece;
  let total = 0;
  for (const word of plain.match(load().O200K_TOKEN_SPLIT_REGEX) ?? []) total += words.get(word) ?? countWord(word);
  return total;
}

/** Texts repeat their words: to look one up takes a third of the time it takes to find it in the vocabulary. */
function countWord(word: string): number {
  const counted = load().countTokens(word, { disallowedSpecial: new Set() });
  if (words.size >= mostWords) words.clear();
  words.set(word, counted);
  return counted;
}

/** From the end of each stretch back to its last space: a few steps, where there is one. */
function hasLongRun(piece: string): boolean {
  for (let from = 0; from + longRunLength <= piece.length; ) {
    let at = from + longRunLength - 1;
    while (at >= from && piece.charCodeAt(at) > 32) at -= 1;
    if (at < from) return true;
    from = at + 1;
  }
  return false;
}
