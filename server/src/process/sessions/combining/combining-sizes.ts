import { outputCap } from "../contributions/output-cap.ts";

/** A word of English has about one and a half tokens; of other languages, more. */
export const tokensPerWord = 2;

/** From this many times the length that was asked for, a model is not taken to be near its end. */
const margin = 2;

/** How long a text of so many words may become before it is ended. */
export const longEnough = (words: number): number => margin * words * tokensPerWord;

/**
 * How many tokens one turn may write that combines. What is kept free for an answer cannot be read, and of a small window
 * the usual cap would be most: it is what the text may have, or a quarter of the window, for models that think before they write.
 */
export const combiningCap = (input: {
  words: number;
  chosen: number | null;
  model: { contextWindow: number; maxOutputTokens: number };
}): number => Math.min(outputCap(input), Math.max(longEnough(input.words), Math.floor(input.model.contextWindow / 4)));

/**
 * How many tokens a combined text is asked for at the most, whatever room its reader has: its call must be able to read as much as it
 * writes. So it is what leaves as much beside its cap and the beginning of a further turn, with a cap of its own length or with
 * the usual one; what takes several turns to write is read again in each, and then it is a third.
 */
export function mostAskedFor({ limit, cap, frame }: { limit: number; cap: number; frame: number }): number {
  const free = limit + cap - frame;
  const withOwnCap = free / (1 + 1.25 * margin);
  const withUsualCap = Math.min(cap, free - 1.25 * cap);
  return Math.floor(Math.max(withOwnCap, withUsualCap, limit / 3));
}
