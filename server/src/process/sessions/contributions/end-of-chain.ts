import type { ErrorCode, FindingCode } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * Errors of a further request after which the document ends with what earlier requests wrote: another attempt would fail in the
 * same way, and text that was paid for must not be lost.
 */
const endings: Partial<Record<ErrorCode, FindingCode>> = {
  empty_answer: "empty",
  refused_by_model: "refused",
  context_window: "context_full",
};

/** The result of a step of a further request, or the finding with which the document ends. */
export async function orEnd<T>(step: Promise<T>): Promise<{ result: T } | { ended: FindingCode }> {
  try {
    return { result: await step };
  } catch (thrown) {
    const ended = thrown instanceof AppError ? endings[thrown.code] : undefined;
    if (ended) return { ended };
    throw thrown;
  }
}

/** Enough for a provider that drops every stream after some seconds; limited, because each request reads the prompt again. */
const mostInterruptions = 20;

/**
 * Additional continuations after interrupted streams: a dropped connection says nothing about the length of the document. If
 * continuations are switched off, this does not add any.
 */
export function forInterruptions(continuations: number, written: readonly { finish_reason: string }[]): number {
  if (continuations === 0) return 0;
  return Math.min(mostInterruptions, written.filter((one) => one.finish_reason === "interrupted").length);
}
