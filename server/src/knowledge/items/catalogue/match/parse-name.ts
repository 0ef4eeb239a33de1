import { type Measures, type Sides, scanName } from "./scan-name.ts";

/** A name as the matcher compares it. */
export type ParsedName = {
  /** Words and codes in their order; a code written with hyphens is one token. */
  tokens: string[];
  /** Tokens that identify a product: those with a digit and a letter, or with at least five digits. */
  codes: string[];
  /** Bare numbers: versions, years. */
  numbers: Set<string>;
  measures: Measures;
  sides: Sides[];
  /** The letters and digits of the name without its measures, joined without gaps. */
  squeezed: string;
  grams: Set<string>;
};

/** Words that do not identify a product: small words, and words that are typical of lines in an estimate. */
const stopWords = new Set(
  "a an and as by de der die das for from in of on or the to und with w val col supply fix allow similar spec incl including excl delivered".split(
    " ",
  ),
);

/** Removes a plural s, as `parseName` does from every token. */
export const singular = (word: string): string => word.replace(/(?<=[a-z]{3})(?<!s)s$/, "");

export function parseName(name: string): ParsedName {
  const { rest, measures, sides } = scanName(name);
  const tokens: string[] = [];
  const codes: string[] = [];
  const numbers = new Set<string>();
  for (const [word] of rest.matchAll(/[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)*/gu)) {
    for (const part of partsOf(word)) {
      if (stopWords.has(part)) continue;
      if (/^v?\d{1,4}(?:\.\d+)*$/.test(part)) numbers.add(plainVersion(part));
      else {
        const token = singular(part);
        tokens.push(token);
        if (isCode(token)) codes.push(token);
      }
    }
  }
  const squeezed = rest.replace(/[^\p{L}\p{N}]/gu, "");
  return { tokens, codes, numbers, measures, sides, squeezed, grams: gramsOf(tokens) };
}

/** "kx-tg9342t" is one code; "win/mac" and "photo-editing" are two words each. */
function partsOf(word: string): string[] {
  if (/^\d+(?:\.\d+)+$/.test(word)) return [word];
  const joined = word.replace(/[^\p{L}\p{N}]/gu, "");
  const parts = word.split(/[-./]/);
  return parts.length > 1 && /\d/.test(joined) && /\p{L}/u.test(joined) ? [joined] : parts;
}

const isCode = (token: string): boolean =>
  token.length >= 3 && /\d/.test(token) && (/\p{L}/u.test(token) || token.length >= 5);

const plainVersion = (text: string): string => text.replace(/^v/, "").replace(/(?:\.0+)+$/, "");

function gramsOf(tokens: readonly string[]): Set<string> {
  const grams = new Set<string>();
  for (const token of tokens) {
    const padded = `^${token}$`;
    for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}
