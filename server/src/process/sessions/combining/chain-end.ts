import { longEnough, tokensPerWord } from "./combining-sizes.ts";

/**
 * The last turn, from 0, of a call that combines: as many as the words asked for take, and one further for a model that
 * writes more. Where it is cut off then, its text ends: its sources are read again in every turn, and its own reader has
 * no room for more.
 */
export const lastCombiningTurn = ({ words, cap }: { words: number; cap: number }): number =>
  Math.ceil((words * tokensPerWord) / cap);

/** Whether a text that was cut off is already far longer than it was to be. */
export const isLongEnough = ({ words, tokens }: { words: number; tokens: number }): boolean =>
  tokens >= longEnough(words);
