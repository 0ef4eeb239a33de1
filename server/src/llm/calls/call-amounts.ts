import type { ModelPrices } from "@dialectic/contract";
import { estimateTokens, pricesOf, requireModel, worstCase } from "#models";
import type { CallTools, PaidCall } from "./terms.ts";

export type CallAmounts = {
  /** What holds for this call to its end, whatever is written into models.json meanwhile; null for a free model. */
  prices: ModelPrices | null;
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

/** What a call may come to, before it is made. */
export function callAmounts(tools: CallTools, call: PaidCall): CallAmounts {
  const { contextWindow } = requireModel(call.model, tools.models);
  const texts = [call.instructions, ...call.messages.map((message) => message.content)];
  const counted = texts.reduce((sum, text) => sum + estimateTokens(text) + perMessage, 0);
  const inputTokens = Math.ceil(counted * margin);
  const grown = inputTokens + call.turnsToCome * call.maxOutputTokens;
  const prices = pricesOf(call.model, tools.models);
  const price = (tokens: number): bigint =>
    worstCase(prices, { inputTokens: tokens, maxOutputTokens: call.maxOutputTokens });
  return {
    prices,
    inputTokens,
    reservedTokens: inputTokens + call.maxOutputTokens,
    hold: price(inputTokens),
    largest: price(Math.max(inputTokens, Math.min(grown, contextWindow))),
  };
}
