import { createRequire } from "node:module";
import { sha256 } from "#platform";

/** As many pieces, each by its hash: a few megabytes. */
const remembered = 20_000;
/** A longer text is counted in pieces, so that one that has grown at its end is counted only there. */
const pieceLength = 16_384;

/** The tokenizer's time grows with the square of the length of a word; nobody writes such words, but files contain them. */
const longRun = /\S{400}(?=\S{400})/gu;

type Tokenizer = typeof import("gpt-tokenizer/encoding/o200k_base");
let tokenizer: Tokenizer | undefined;

/** Its vocabulary takes a quarter of a second to load: whoever counts nothing does not wait for it. */
function load(): Tokenizer {
  tokenizer ??= createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as Tokenizer;
  return tokenizer;
}

const counts = new Map<string, number>();

/**
 * How many tokens a text has, by the o200k vocabulary: exact for newer OpenAI models, near for others. Counts are
 * remembered by content: counting again costs a hash, and a text that has changed costs its changed pieces.
 */
export function countTokens(text: string): number {
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
  const line = [...text.slice(start, end).matchAll(/\n(?=\S)/g)].at(-1)?.index ?? 0;
  if (line > pieceLength / 2) return start + line + 1;
  return isInside(text, end) ? end - 1 : end;
}

const isInside = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

function countPiece(piece: string): number {
  const key = sha256(piece);
  const known = counts.get(key);
  if (known !== undefined) {
    // Taken out and put back: the map's order is then that of use, and its first entry the one to forget.
    counts.delete(key);
    counts.set(key, known);
    return known;
  }
  const counted = load().countTokens(piece.replace(longRun, "$& "), { disallowedSpecial: new Set() });
  counts.set(key, counted);
  const oldest = counts.size > remembered ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
  return counted;
}
