import type { ExpectedArtifact } from "#recipes";

/**
 * Six tokens per requested word leave room for twice the words, at three tokens each. The cap is so large because languages
 * differ, and because a cut-off answer costs another request.
 */
const tokensPerWord = 6;
/** Part of the cap is for models that think before they write. */
const roomToThink = 16_000;

/**
 * The maximum number of tokens that one request may write. Money is held for all of them, and a model's own cap is many
 * times what a step needs. So the cap follows from the step's word limits, unless the user sets one.
 */
export const outputCap = (input: {
  words: number;
  chosen: number | null;
  model: { maxOutputTokens: number };
}): number => Math.min(input.chosen ?? input.words * tokensPerWord + roomToThink, input.model.maxOutputTokens);

/** A model that used its whole cap for thinking gets up to twice as much, once. */
export const raisedCap = (cap: number, model: { maxOutputTokens: number }): number =>
  Math.min(cap * 2, model.maxOutputTokens);

/** The smallest cap with which a step's text can still be written. */
export const usefulCap = ({ words, cap }: { words: number; cap: number }): number =>
  Math.min(cap, Math.max(500, Math.ceil(words * tokensWritten)));

/** The least cap for a further request if the window is nearly full and nothing may be shortened to make room. */
export const leastAnswer = (cap: number): number => Math.ceil(cap / 4);

/** True if a text of this many requested words usually needs more tokens than the cap. */
export const needsContinuation = ({ words, cap }: { words: number; cap: number }): boolean =>
  words * tokensWritten > cap;

/**
 * The tokens that models write per requested word: a word has about 1.7 tokens, and models write about four fifths of the
 * words they are allowed.
 */
export const tokensWritten = 1.4;

/** The number of words that a step asks for. */
export const wordsOf = (artifacts: readonly ExpectedArtifact[]): number =>
  artifacts.reduce((sum, artifact) => sum + artifact.words, 0);
