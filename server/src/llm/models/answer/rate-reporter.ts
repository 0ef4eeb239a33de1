import type { LearnedRate } from "#jobs";
import type { CallInput } from "../request/call-input.ts";

export type RateReporter = { report: (learned: LearnedRate) => void; failure: { reason: unknown } | undefined };

/**
 * Catches errors of the caller's `onRate`, which runs inside the request, because they must not look like errors of the
 * provider.
 */
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
