import type { LanguageModelUsage } from "ai";
import { countPieces } from "../request/pieces.ts";

/**
 * The tokens of a call: whole numbers, not negative. Cached and cache-write tokens are part of the input, reasoning tokens
 * part of the output.
 */
export type Usage = {
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** True if the provider did not report every count. The missing counts are estimated from the text. */
  estimated: boolean;
};

/** An estimate that is too high for most texts, so that a hold based on it suffices. */
export function estimateTokens(text: string): number {
  return Math.max(countPieces(text), Math.ceil(Buffer.byteLength(text) / 4));
}

export function toUsage(
  reported: LanguageModelUsage | undefined,
  call: { sent: string; text: string; isCut: boolean },
): Usage {
  const input = positive(reported?.inputTokens);
  const output = call.text === "" ? plausible(reported?.outputTokens) : positive(reported?.outputTokens);
  const cached = plausible(reported?.inputTokenDetails.cacheReadTokens) ?? 0;
  const written = plausible(reported?.inputTokenDetails.cacheWriteTokens) ?? 0;
  const reasoning = plausible(reported?.outputTokenDetails.reasoningTokens) ?? 0;
  // If the parts exceed the total, the provider's total does not include them, so they are added.
  const inputTotal = withParts(input ?? estimateTokens(call.sent), cached + written);
  const outputTotal = withParts(output ?? estimateTokens(call.text) + reasoning, reasoning);
  // An interrupted stream reports a partial count, often one token, so at least the tokens of the received text are counted.
  const outputTokens = call.isCut ? Math.max(outputTotal.total, estimateTokens(call.text)) : outputTotal.total;
  const isEstimate =
    input === undefined || output === undefined || inputTotal.isCorrected || outputTotal.isCorrected || call.isCut;
  return {
    inputTokens: inputTotal.total,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    outputTokens,
    reasoningTokens: reasoning,
    estimated: isEstimate,
  };
}

/**
 * No context window is this large. A larger count is implausible, and a count that overflows its column would lose a paid
 * answer.
 */
const mostTokens = 100_000_000;

const plausible = (count: number | undefined): number | undefined =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0 && count <= mostTokens ? count : undefined;

/** Ignores 0: no prompt or text has zero tokens, and servers that do not count tokens report 0. */
const positive = (count: number | undefined): number | undefined => plausible(count) || undefined;

function withParts(total: number, parts: number): { total: number; isCorrected: boolean } {
  return total >= parts ? { total, isCorrected: false } : { total: total + parts, isCorrected: true };
}
