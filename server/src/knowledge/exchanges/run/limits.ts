/**
 * Limits of an exchange. An exchange that reaches the limit on calls, time or spending ends with a message that names
 * the limit.
 */
export type Limits = {
  /** The maximum number of model calls. The last call has no tools, so that the model has to answer. */
  steps: number;
  ms: number;
  /** The most that an exchange with a paid model may spend, in millionths of a dollar. */
  budget: bigint;
  /** The wait before a failed call is tried again; it grows with each attempt. */
  retryMs: number;
  /** The time limit of one tool call. */
  toolMs: number;
  /** The maximum length of one tool result, in characters. */
  resultChars: number;
  outputTokens: number;
};

export const usualLimits: Limits = {
  steps: 12,
  ms: 600_000,
  budget: 2_000_000n,
  retryMs: 1_000,
  toolMs: 30_000,
  resultChars: 20_000,
  outputTokens: 8_000,
};
