import { outputCap } from "../contributions/output-cap.ts";

/** An English word takes about one and a half tokens; words in other languages take more. */
export const tokensPerWord = 2;

/** A model that exceeds the requested length by this factor is unlikely to stop soon. */
const margin = 2;

/** The maximum number of tokens for a text of this many words. */
export const longEnough = (words: number): number => margin * words * tokensPerWord;

/**
 * The output cap of a combining call. Room reserved for the answer cannot be used for reading, and the usual cap would take
 * up most of a small window. So the cap is the maximum length of the text, but at least a quarter of the window, because
 * some models think first. It never exceeds the usual cap.
 */
export const combiningCap = (input: {
  words: number;
  chosen: number | null;
  model: { contextWindow: number; maxOutputTokens: number };
}): number => Math.min(outputCap(input), Math.max(longEnough(input.words), Math.floor(input.model.contextWindow / 4)));

/**
 * The number of the last continuation of a combining call, from 0: as many as the requested words need, and one more for a
 * model that exceeds the request. A text that is cut off after that is not continued, because every continuation reads all
 * sources again, and the reader of the combined text has no room for more.
 */
export const lastCombiningContinuation = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/**
 * The maximum length that is requested of a combined text, even if its reader has room for more. The call must be able to
 * read at least as much as it writes, in addition to its output cap and the beginning of a continuation. If the text takes
 * several answers, each of which reads the earlier ones, the maximum is a third of the limit.
 */
export function mostAskedFor({ limit, cap, frame }: { limit: number; cap: number; frame: number }): number {
  const free = limit + cap - frame;
  const withOwnCap = free / (1 + 1.25 * margin);
  const withUsualCap = Math.min(cap, free - 1.25 * cap);
  return Math.floor(Math.max(withOwnCap, withUsualCap, limit / 3));
}
