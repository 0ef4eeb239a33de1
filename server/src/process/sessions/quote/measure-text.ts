import type { TokenRange } from "@dialectic/contract";
import { estimateTokens } from "#models";

/**
 * The number of tokens that a text has for any model. It is at least the number of words, because tokenizers first split at
 * white space, and at most the number of bytes, because no token is smaller than a byte. The expected number is our usual
 * estimate.
 */
export function measureText(text: string): TokenRange {
  const high = Buffer.byteLength(text);
  return { low: countWords(text), expected: estimateTokens(text), high };
}

function countWords(text: string): number {
  const word = /\S+/g;
  let count = 0;
  while (word.test(text)) count += 1;
  return count;
}

export const nothing: TokenRange = { low: 0, expected: 0, high: 0 };

export const add = (a: TokenRange, b: TokenRange): TokenRange => ({
  low: a.low + b.low,
  expected: a.expected + b.expected,
  high: a.high + b.high,
});
