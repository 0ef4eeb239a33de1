import { outputCap } from "../contributions/output-cap.ts";

/** An English word takes about one and a half tokens; words in other languages take more. */
export const tokensPerWord = 2;

/** A text may be this many times as long as requested. A model that has written more is unlikely to stop soon. */
const margin = 2;

/** The maximum number of tokens for a text of this many words. */
export const longEnough = (words: number): number => margin * words * tokensPerWord;

/**
 * The output cap of a combining call. Room reserved for the answer cannot be used for reading, and the usual cap would take
 * up most of a small window. So the cap is the maximum length of the text, but at least a quarter of the window, because
 * some models spend part of the cap on thinking. It never exceeds the usual cap.
 */
export const combiningCap = (input: {
  words: number;
  chosen: number | null;
  model: { contextWindow: number; maxOutputTokens: number };
}): number => Math.min(outputCap(input), Math.max(longEnough(input.words), Math.floor(input.model.contextWindow / 4)));

/**
 * The maximum number of continuations of a combining call: as many as the requested words need, plus one for a model that
 * writes more than requested. A text that is still cut off then is not continued, because every continuation reads all
 * sources again, and the prompt for which the text is written has no room for a longer one.
 */
export const lastCombiningContinuation = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/**
 * The maximum length, in tokens, that is requested of a combined text, even if the prompt for which it is written has room
 * for more. The window must hold sources of at least the same length, the output cap and the beginning of a continuation. If
 * the text takes several answers, each of which reads the earlier ones, the maximum is a third of the prompt's limit.
 */
export function mostAskedFor({ limit, cap, frame }: { limit: number; cap: number; frame: number }): number {
  const free = limit + cap - frame;
  const withOwnCap = free / (1 + 1.25 * margin);
  const withUsualCap = Math.min(cap, free - 1.25 * cap);
  return Math.floor(Math.max(withOwnCap, withUsualCap, limit / 3));
}
