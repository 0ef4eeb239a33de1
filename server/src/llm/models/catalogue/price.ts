import type { ModelPrices } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Usage } from "../answer/usage.ts";

const perMillion = 1_000_000n;

/** The price of a call in millionths of a dollar, rounded up once; 0 if `prices` is null. */
export function priceOf(prices: ModelPrices | null, usage: Omit<Usage, "estimated">): bigint {
  if (!prices) return 0n;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  assertWhole([inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens]);
  assertWhole([inputTokens - cachedInputTokens - cacheWriteTokens, outputTokens - reasoningTokens]);
  return costOf(prices, usage);
}

/** The cost of these tokens, each kind at its own price. */
export function costOf(prices: ModelPrices, usage: Omit<Usage, "estimated">): bigint {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  const plainInput = inputTokens - cachedInputTokens - cacheWriteTokens;
  const plainOutput = outputTokens - reasoningTokens;
  return roundUp(
    cost(plainInput, prices.input) +
      cost(cachedInputTokens, prices.cachedInput) +
      cost(cacheWriteTokens, prices.cacheWrite) +
      cost(plainOutput, prices.output) +
      cost(reasoningTokens, prices.reasoning),
  );
}

/** The most that a call can cost: every token at the highest price. */
export function worstCase(prices: ModelPrices | null, call: { inputTokens: number; maxOutputTokens: number }): bigint {
  if (!prices) return 0n;
  assertWhole([call.inputTokens, call.maxOutputTokens]);
  return mostCost(prices, { inputTokens: call.inputTokens, outputTokens: call.maxOutputTokens });
}

type Tokens = { inputTokens: number; outputTokens: number };

/** The most that tokens can cost: every token at the highest price. */
export const mostCost = (prices: ModelPrices, { inputTokens, outputTokens }: Tokens): bigint =>
  roundUp(
    cost(inputTokens, Math.max(prices.input, prices.cachedInput, prices.cacheWrite)) +
      cost(outputTokens, Math.max(prices.output, prices.reasoning)),
  );

/**
 * The least that tokens can cost: every token at the lowest price, because a provider may serve the whole prompt from
 * its cache.
 */
export const leastCost = (prices: ModelPrices, { inputTokens, outputTokens }: Tokens): bigint =>
  roundUp(
    cost(inputTokens, Math.min(prices.input, prices.cachedInput, prices.cacheWrite)) +
      cost(outputTokens, Math.min(prices.output, prices.reasoning)),
  );

function assertWhole(counts: number[]): void {
  const wrong = counts.find((count) => !Number.isSafeInteger(count) || count < 0);
  if (wrong === undefined) return;
  throw new AppError("invalid_input", `A call cannot have used ${wrong} tokens.`, { details: { counts } });
}

const cost = (tokens: number, price: number): bigint => BigInt(tokens) * BigInt(price);

const roundUp = (amount: bigint): bigint => (amount + perMillion - 1n) / perMillion;
