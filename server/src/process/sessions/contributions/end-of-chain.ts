import type { ErrorCode, FindingCode } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * If a further request fails with one of these errors, the document ends with what earlier requests wrote, because another
 * attempt would fail in the same way, and text that was paid for must not be lost.
 */
const endings: Partial<Record<ErrorCode, FindingCode>> = {
  empty_answer: "empty",
  refused_by_model: "refused",
  context_window: "context_full",
};

/**
 * Returns the result of `step`. If it fails although earlier requests wrote something, returns the finding that ends the
 * document.
 */
export async function orEnd<T>(
  earlier: readonly unknown[],
  step: Promise<T>,
): Promise<{ result: T } | { ended: FindingCode }> {
  try {
    return { result: await step };
  } catch (thrown) {
    const ended = earlier.length > 0 && thrown instanceof AppError ? endings[thrown.code] : undefined;
    if (ended) return { ended };
    throw thrown;
  }
}

/**
 * Enough for a provider that drops every stream after a few seconds. There is a limit because each request reads the prompt
 * again.
 */
const mostInterruptions = 20;

/**
 * The number of the last continuation that a chain may have. Each interrupted stream allows one more (unless continuations
 * are switched off), because a dropped connection says nothing about how long the document is.
 */
export function lastContinuation(continuations: number, written: readonly { finish_reason: string }[]): number {
  if (continuations === 0) return 0;
  const interrupted = written.filter((one) => one.finish_reason === "interrupted").length;
  return continuations + Math.min(mostInterruptions, interrupted);
}
