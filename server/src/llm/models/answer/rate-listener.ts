import type { LearnedRate } from "#jobs";
import type { CallInput } from "../request/call-input.ts";

export type RateListener = { tell: (learned: LearnedRate) => void; fault: { reason: unknown } | undefined };

/** The caller's listener is called from inside the request: an error of its own must not look like the provider's. */
export function createRateListener(onRate: CallInput["onRate"]): RateListener {
  const listener: RateListener = {
    fault: undefined,
    tell(learned) {
      try {
        onRate?.(learned);
      } catch (thrown) {
        listener.fault ??= { reason: thrown };
      }
    },
  };
  return listener;
}
