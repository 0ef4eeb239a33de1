/** Limits of an exchange; one that exceeds a limit ends with a message that names it. */
export type Limits = {
  /** Calls of the model. The last one is made without tools, so that it answers. */
  steps: number;
  ms: number;
  /** In millionths of a dollar, for a model that costs something. */
  budget: bigint;
  /** Before a failed call is tried again; longer each time. */
  retryMs: number;
  /** One call of a tool. */
  toolMs: number;
  /** Characters of one result. */
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
