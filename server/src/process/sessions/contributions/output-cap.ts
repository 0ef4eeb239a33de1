import type { ExpectedArtifact } from "#recipes";

/** Room for twice the requested words at three tokens per word: languages differ, and a cut-off answer costs another request. */
const tokensPerWord = 6;
/** Models that think before they write need part of the cap for that. */
const roomToThink = 16_000;

/**
 * The most tokens that one request may write. Money is held for all of them, and a model's own cap is many times what a step
 * needs. So the cap follows from the step's word limits, unless the user sets one.
 */
export const outputCap = (input: {
  words: number;
  chosen: number | null;
  model: { maxOutputTokens: number };
}): number => Math.min(input.chosen ?? input.words * tokensPerWord + roomToThink, input.model.maxOutputTokens);

/** A model that used its whole cap for thinking gets twice as much, once. */
export const raisedCap = (cap: number, model: { maxOutputTokens: number }): number =>
  Math.min(cap * 2, model.maxOutputTokens);

/** The smallest cap with which a step's text can still be written. */
export const usefulCap = ({ words, cap }: { words: number; cap: number }): number =>
  Math.min(cap, Math.max(500, Math.ceil(words * tokensWritten)));

/** The cap of a further request if the window is nearly full and nothing may be shortened to make room. */
export const leastAnswer = (cap: number): number => Math.ceil(cap / 4);

/** True if a text of this many requested words usually needs more tokens than the cap. */
export const needsContinuation = ({ words, cap }: { words: number; cap: number }): boolean =>
  words * tokensWritten > cap;

/** A word has about 1.7 tokens, and models write about four fifths of the words they are allowed. */
export const tokensWritten = 1.4;

/** Words that a step asks for. */
export const wordsOf = (artifacts: readonly ExpectedArtifact[]): number =>
  artifacts.reduce((sum, artifact) => sum + artifact.words, 0);
