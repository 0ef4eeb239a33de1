/**
 * The most tokens by our count that a prompt may have: it shares the window with the answer, and the model's own count may be higher
 * than ours by this factor.
 */
export const inputLimit = (input: { contextWindow: number; maxOutputTokens: number; factor: number }): number =>
  Math.floor(Math.max(0, input.contextWindow - input.maxOutputTokens) / Math.max(1, input.factor));
