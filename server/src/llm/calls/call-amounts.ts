import type { ModelPrices } from "@dialectic/contract";
import { type Counting, countBy, countingOf, estimateTokens, requireModel, termsOf, worstCase } from "#models";
import type { CallTools, PaidCall } from "./terms.ts";

export type CallAmounts = {
  /** What holds for this call to its end, whatever is written into models.json meanwhile; null for a free model. */
  prices: ModelPrices | null;
  /** The prompt as we count it, and how: what the provider reports is compared with it. */
  countedTokens: number;
  countedBy: Counting;
  /** The most the prompt can come to by the provider's own count. */
  inputTokens: number;
  /** What it takes from the tokens a minute allows, until it is known what it used. */
  reservedTokens: number;
  /** The most this call can cost; 0 for a free model. */
  hold: bigint;
  /** The most any call of its chain can cost: each turn reads what the turns before it wrote. */
  largest: bigint;
};

/** Providers put words of their own around each message, and their tokenizers differ from ours by some percent. */
const perMessage = 8;
const margin = 1.1;

/** What a call may come to, before it is made; `factor` is what the model's own count has been to ours. */
export function callAmounts(tools: CallTools, call: PaidCall, factor: number): CallAmounts {
  const { contextWindow } = requireModel(call.model, tools.models);
  const { prices, tokenizer } = termsOf(call.model, tools.models);
  const countedBy = countingOf(tokenizer);
  const texts = [call.instructions, ...call.messages.map((message) => message.content)];
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text) + perMessage, 0);
  const countedTokens = sum((text) => countBy(countedBy, text));
  // Two ways to count, and the larger: each is too small for some language.
  const inputTokens = Math.ceil(Math.max(sum(estimateTokens) * margin, countedTokens * Math.max(factor, margin)));
  const grown = inputTokens + call.turnsToCome * call.maxOutputTokens;
  const price = (tokens: number): bigint =>
    worstCase(prices, { inputTokens: tokens, maxOutputTokens: call.maxOutputTokens });
  return {
    prices,
    countedTokens,
    countedBy,
    inputTokens,
    reservedTokens: inputTokens + call.maxOutputTokens,
    hold: price(inputTokens),
    largest: price(Math.max(inputTokens, Math.min(grown, contextWindow))),
  };
}
