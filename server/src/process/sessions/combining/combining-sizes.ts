import { outputCap } from "../contributions/output-cap.ts";

/** An English word has about one and a half tokens; words of other languages have more. */
export const tokensPerWord = 2;

/** A text that is this many times longer than requested is unlikely to end soon. */
const margin = 2;

/** The most tokens that a text of this many words may have. */
export const longEnough = (words: number): number => margin * words * tokensPerWord;

/**
 * The output cap of a combining call. Room reserved for the answer cannot be used for reading, and the usual cap would fill
 * most of a small window. So the cap is the greatest length of the text or, for models that think, a quarter of the window.
 */
export const combiningCap = (input: {
  words: number;
  chosen: number | null;
  model: { contextWindow: number; maxOutputTokens: number };
}): number => Math.min(outputCap(input), Math.max(longEnough(input.words), Math.floor(input.model.contextWindow / 4)));

/**
 * The number of the last continuation of a combining call, from 0: as many as the requested words need, and one more for a
 * model that writes longer. After that, a cut-off text is not continued: every continuation reads all sources again,
 * and the reader of the combined text has no room for more.
 */
export const lastCombiningContinuation = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/**
 * The greatest length that is requested of a combined text, even if its reader has more room. The call must be able to
 * read as much as it writes, in addition to its output cap and the start of a continuation. If the text takes several
 * answers, each answer reads the earlier ones again, and the length is a third of the limit.
 */
export function mostAskedFor({ limit, cap, frame }: { limit: number; cap: number; frame: number }): number {
  const free = limit + cap - frame;
  const withOwnCap = free / (1 + 1.25 * margin);
  const withUsualCap = Math.min(cap, free - 1.25 * cap);
  return Math.floor(Math.max(withOwnCap, withUsualCap, limit / 3));
}
