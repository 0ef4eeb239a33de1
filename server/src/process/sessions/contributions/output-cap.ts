import type { ExpectedArtifact } from "#recipes";

/** Twice what was asked for, at three tokens a word: languages differ, and a model that is cut off costs another request. */
const tokensPerWord = 6;
/** Models that think before they write do so out of the same allowance. */
const roomToThink = 16_000;

/**
 * How many tokens one request may write. A model's own cap is many times what a step asks for, and money is held for all of
 * it: without a cap of the user's own, the step's word budgets say how much is enough.
 */
export const outputCap = (input: {
  words: number;
  chosen: number | null;
  model: { maxOutputTokens: number };
}): number => Math.min(input.chosen ?? input.words * tokensPerWord + roomToThink, input.model.maxOutputTokens);

/** A model that thought until its cap was spent gets twice as much room, once. */
export const raisedCap = (cap: number, model: { maxOutputTokens: number }): number =>
  Math.min(cap * 2, model.maxOutputTokens);

/** The least cap at which a step's text can still be written. */
export const usefulCap = ({ words, cap }: { words: number; cap: number }): number =>
  Math.min(cap, Math.max(500, Math.ceil(words * tokensWritten)));

/** With how much a further request makes do where the window is nearly full and nothing may be shortened for it. */
export const leastAnswer = (cap: number): number => Math.ceil(cap / 4);

/** Whether so many words will hardly be written in one request: models write most of what they may, at about this rate. */
export const needsContinuation = ({ words, cap }: { words: number; cap: number }): boolean =>
  words * tokensWritten > cap;

/** A written word is about 1.7 tokens, and of the words they are allowed models write some four fifths. */
export const tokensWritten = 1.4;

/** How many words a step asks for. */
export const wordsOf = (artifacts: readonly ExpectedArtifact[]): number =>
  artifacts.reduce((sum, artifact) => sum + artifact.words, 0);
