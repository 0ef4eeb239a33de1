import type { ErrorCode, FindingCode } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * Errors of a further turn after which the document ends with what the turns before it wrote: another attempt would fail
 * in the same way, and the text that was paid for must not be lost with it.
 */
const endings: Partial<Record<ErrorCode, FindingCode>> = {
  empty_answer: "empty",
  refused_by_model: "refused",
  context_window: "context_full",
};

/** The result of a step of a further turn, or the finding with which the document ends. */
export async function orEnd<T>(step: Promise<T>): Promise<{ result: T } | { ended: FindingCode }> {
  try {
    return { result: await step };
  } catch (thrown) {
    const ended = thrown instanceof AppError ? endings[thrown.code] : undefined;
    if (ended) return { ended };
    throw thrown;
  }
}
