import { createRequire } from "node:module";
import { sha256 } from "#platform";

/** The number of pieces whose token counts are cached. They take a few megabytes. */
const maxCachedPieces = 20_000;
/**
 * Texts longer than this are counted in pieces of this length. If a text grows, only its last piece is counted again.
 */
const pieceLength = 16_384;

/**
 * Splits runs of 800 characters and more without white space, because the tokenizer takes time quadratic in the length of a
 * word. People do not write such long words, but files contain them.
 */
const longRun = /\S{400}(?=\S{400})/gu;
const longRunLength = 800;

type Tokenizer = typeof import("gpt-tokenizer/encoding/o200k_base") &
  Pick<typeof import("gpt-tokenizer/encodingParams/constants"), "O200K_TOKEN_SPLIT_REGEX">;
let tokenizer: Tokenizer | undefined;

/** Loaded on first use, because loading the vocabulary takes 250 ms. */
function load(): Tokenizer {
  const require = createRequire(import.meta.url);
  tokenizer ??= {
    ...require("gpt-tokenizer/encoding/o200k_base"),
    ...require("gpt-tokenizer/encodingParams/constants"),
  } as Tokenizer;
  return tokenizer;
}

/** Token counts of words. A word includes the white space before it, because the tokenizer splits texts this way. */
const words = new Map<string, number>();
/**
 * The number of words whose token counts are cached: enough for all words of a language, in about ten megabytes. The
 * limit is for binary text, which would fill any cache.
 */
const mostWords = 100_000;

/**
 * The tokens of a text by the o200k vocabulary: exact for newer OpenAI models, close for others. Counts are cached by content:
 * for a known text only its hash is computed, and of an edited text only changed pieces are counted.
 */
export const countTokens = cacheCounts(countByVocabulary);

export function cacheCounts(countPiece: (piece: string) => number): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => sumPieces(text, (piece) => countCached(counts, piece, countPiece));
}

function sumPieces(text: string, countPiece: (piece: string) => number): number {
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    total += countPiece(text.slice(start, end));
    start = end;
  }
  return total;
}

/** Splits after a line break that no white space follows, because no token spans it; else between any two characters. */
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

function countCached(counts: Map<string, number>, piece: string, countPiece: (piece: string) => number): number {
  const key = sha256(piece);
  const known = counts.get(key);
  if (known !== undefined) {
    // Reinserting keeps the map in order of use, so that its first entry is the one to evict.
    counts.delete(key);
    counts.set(key, known);
    return known;
  }
  const counted = countPiece(piece);
  counts.set(key, counted);
  const oldest = counts.size > maxCachedPieces ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
  return counted;
}

function countByVocabulary(piece: string): number {
  // Replacing `longRun` takes a third of the tokenizer's time, so `hasLongRun`, which takes almost no time, checks first.
  const plain = hasLongRun(piece) ? piece.replace(longRun, "$& ") : piece;
  let total = 0;
  for (const word of plain.match(load().O200K_TOKEN_SPLIT_REGEX) ?? []) total += words.get(word) ?? countWord(word);
  return total;
}

/** Counts a word's tokens by the vocabulary and caches the count. Reading a cached count takes a third as long. */
function countWord(word: string): number {
  const counted = load().countTokens(word, { disallowedSpecial: new Set() });
  if (words.size >= mostWords) words.clear();
  words.set(word, counted);
  return counted;
}

/**
 * True if the text has `longRunLength` characters without white space in a row. Looks for white space backwards from the
 * last of these characters, which takes only a few steps in ordinary text.
 */
function hasLongRun(piece: string): boolean {
  for (let from = 0; from + longRunLength <= piece.length; ) {
    let at = from + longRunLength - 1;
    while (at >= from && piece.charCodeAt(at) > 32) at -= 1;
    if (at < from) return true;
    from = at + 1;
  }
  return false;
}
