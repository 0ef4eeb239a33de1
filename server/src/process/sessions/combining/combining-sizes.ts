import { outputCap } from "../contributions/output-cap.ts";

/** An English word has about one and a half tokens; words of other languages have more. */
export const tokensPerWord = 2;

/** A text this many times longer than requested is not expected to end soon. */
const margin = 2;

/** The maximum tokens of a text of this many words. */
export const longEnough = (words: number): number => margin * words * tokensPerWord;

/**
 * The output cap of a combining call. Room reserved for the answer cannot be used for reading, and the usual cap would fill most of a
 * small window. So it is the maximum of the text, or a quarter of the window for models that think before they write.
 */
export const combiningCap = (input: {
  words: number;
  chosen: number | null;
  model: { contextWindow: number; maxOutputTokens: number };
}): number => Math.min(outputCap(input), Math.max(longEnough(input.words), Math.floor(input.model.contextWindow / 4)));

/**
 * The number of the last continuation of a combining call, from 0: as many as the requested words need, and one more for a model
 * that writes longer. A text that is cut off then ends there: every continuation reads all sources again, and the reader of the
 * combined text has no room for more.
 */
export const lastCombiningContinuation = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/**
 * The largest length requested for a combined text, regardless of the room its reader has: its call must be able to read as much as
 * it writes. That leaves equal room for its cap and for the start of a continuation. If writing takes several answers, each reads
 * the earlier ones again, and the length is a third.
 */
export function mostAskedFor({ limit, cap, frame }: { limit: number; cap: number; frame: number }): number {
  const free = limit + cap - frame;
  const withOwnCap = free / (1 + 1.25 * margin);
  const withUsualCap = Math.min(cap, free - 1.25 * cap);
  return Math.floor(Math.max(withOwnCap, withUsualCap, limit / 3));
}
