import {
  type Counting,
  countBy,
  countingOf,
  estimateTokens,
  messageText,
  toolAndSchemaTexts,
  worstCase,
} from "#models";
import type { ModelCall } from "./call.ts";

/** The most that a call can use and cost, estimated before the call. */
export type HoldEstimate = {
  /**
   * Our token count of the request, and its method, to compare with the provider's report. The method is null if the count is
   * too rough to compare.
   */
  countedTokens: number;
  countedBy: Counting | null;
  /** The largest number of input tokens that the provider may count. */
  inputTokens: number;
  /** Tokens that the call takes from the tokens-per-minute limit until its usage is known. */
  reservedTokens: number;
  /** The most this call can cost; 0 for a free model. */
  hold: bigint;
  /**
   * The most that any call of this chain can cost. A continuation costs more than the calls before it, because it reads
   * their output.
   */
  largest: bigint;
};

/** Margins: providers add text around each message, and their tokenizers differ from ours by a few percent. */
const perMessage = 8;
const margin = 1.1;

/**
 * Tokens that a request needs besides its prompt: tools and the answer's schema count as input. Providers add their own
 * instructions for both (Anthropic about 350 tokens), and a compatible endpoint also gets the schema in the
 * instructions.
 */
const ownInstructions = 400;

export async function tokensBeside(
  call: Pick<ModelCall, "tools" | "schema">,
  count: (text: string) => number,
): Promise<{ counted: number; atMost: number }> {
  const texts = await toolAndSchemaTexts(call);
  if (texts.length === 0) return { counted: 0, atMost: 0 };
  const counted = texts.reduce((sum, text) => sum + count(text) + perMessage, 0);
  const repeated = call.schema ? count(texts.at(-1) ?? "") : 0;
  return { counted, atMost: counted + repeated + ownInstructions };
}

/** `factor` is the ratio of the model's own count to ours, learned from its earlier calls. */
export async function estimateHold(call: ModelCall, factor: number): Promise<HoldEstimate> {
  const { contextWindow, prices, tokenizer } = call.model.terms;
  const { prompt, maxOutputTokens, continuations } = call;
  const countedBy = countingOf(tokenizer);
  const texts = [prompt.instructions, ...prompt.messages.map(messageText)];
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text) + perMessage, 0);
  const count = (text: string) => countBy(countedBy, text);
  const [beside, estimatedBeside] = [await tokensBeside(call, count), await tokensBeside(call, estimateTokens)];
  const counted = sum(count);
  // The larger of two counts, because each is too small for some languages.
  const inputTokens = Math.ceil(
    Math.max(
      (sum(estimateTokens) + estimatedBeside.atMost) * margin,
      (counted + beside.atMost) * Math.max(factor, margin),
    ),
  );
  const grown = inputTokens + continuations * maxOutputTokens;
  const price = (tokens: number): bigint => worstCase(prices, { inputTokens: tokens, maxOutputTokens });
  return {
    countedTokens: counted + beside.counted,
    countedBy,
    inputTokens,
    reservedTokens: inputTokens + maxOutputTokens,
    hold: price(inputTokens),
    largest: price(Math.max(inputTokens, Math.min(grown, contextWindow))),
  };
}
