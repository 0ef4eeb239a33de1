import type { LanguageModelUsage } from "ai";
import { countPieces } from "../request/pieces.ts";

/**
 * What a call used. All of it whole and not negative; cached and cache-write tokens are part of the input, reasoning
 * tokens part of the output.
 */
export type Usage = {
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** Some of it was not said by the provider but guessed from the text. */
  estimated: boolean;
};

/** A guess that errs upwards for most texts: money held by it should suffice. */
export function estimateTokens(text: string): number {
  return Math.max(countPieces(text), Math.ceil(Buffer.byteLength(text) / 4));
}

export function toUsage(
  reported: LanguageModelUsage | undefined,
  call: { sent: string; text: string; isCut: boolean },
): Usage {
  const input = atLeastOne(reported?.inputTokens);
  const output = call.text === "" ? whole(reported?.outputTokens) : atLeastOne(reported?.outputTokens);
  const cached = whole(reported?.inputTokenDetails.cacheReadTokens) ?? 0;
  const written = whole(reported?.inputTokenDetails.cacheWriteTokens) ?? 0;
  const reasoning = whole(reported?.outputTokenDetails.reasoningTokens) ?? 0;
  // Parts larger than their whole: this provider counts them beside it, so the whole is the sum.
  const inputWhole = withParts(input ?? estimateTokens(call.sent), cached + written);
  const outputWhole = withParts(output ?? estimateTokens(call.text) + reasoning, reasoning);
  // A cut stream reports what it had counted by then, often one token: never less than the text that came.
  const outputHeard = call.isCut ? Math.max(outputWhole.total, estimateTokens(call.text)) : outputWhole.total;
  const isGuess = input === undefined || output === undefined || inputWhole.isOdd || outputWhole.isOdd || call.isCut;
  return {
    inputTokens: inputWhole.total,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    outputTokens: outputHeard,
    reasoningTokens: reasoning,
    estimated: isGuess,
  };
}

/** No window is so large. Above it somebody is joking, and a sum that fits no column would cost a paid answer. */
const mostTokens = 100_000_000;

const whole = (count: number | undefined): number | undefined =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0 && count <= mostTokens ? count : undefined;

/** Servers that do not count say 0; a prompt or a text of no tokens does not exist. */
const atLeastOne = (count: number | undefined): number | undefined => whole(count) || undefined;

function withParts(total: number, parts: number): { total: number; isOdd: boolean } {
  return total >= parts ? { total, isOdd: false } : { total: total + parts, isOdd: true };
}
