/**
 * The most tokens, by our count, that a prompt may have. The prompt shares the window with the answer, and the model's
 * own count may be `factor` times ours.
 */
export const inputLimit = (input: { contextWindow: number; maxOutputTokens: number; factor: number }): number =>
  Math.floor(Math.max(0, input.contextWindow - input.maxOutputTokens) / Math.max(1, input.factor));
