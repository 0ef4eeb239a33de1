import { longEnough, tokensPerWord } from "./combining-sizes.ts";

/**
 * The number of the last continuation of a combining call, from 0: as many as the requested words need, and one more for a model
 * that writes longer. A text that is cut off then ends there: every continuation reads all sources again, and the reader of the
 * combined text has no room for more.
 */
export const lastCombiningContinuation = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/** Whether a text that was cut off is already much longer than requested. */
export const isLongEnough = ({ words, tokens }: { words: number; tokens: number }): boolean =>
  tokens >= longEnough(words);
