import type { LearnedRate } from "#jobs";
import type { CallInput } from "../request/call-input.ts";

export type RateReporter = { report: (learned: LearnedRate) => void; failure: { reason: unknown } | undefined };

/** Catches what the caller's `onRate` throws: it runs inside the request, and its error must not look like the provider's. */
export function createRateReporter(onRate: CallInput["onRate"]): RateReporter {
  const reporter: RateReporter = {
    failure: undefined,
    report(learned) {
      try {
        onRate?.(learned);
      } catch (thrown) {
        reporter.failure ??= { reason: thrown };
      }
    },
  };
  return reporter;
}
