import type { ModelPrices } from "@dialectic/contract";
import { findModel } from "./catalogue.ts";
import type { ModelSettings } from "./model-settings.ts";
import { obstacleOf } from "./obstacle.ts";
import { pricesOf } from "./price.ts";

/** What a price can be worked out from before anything is asked: limits, prices, and what still keeps it from use. */
export type ModelTerms = {
  id: string;
  contextWindow: number;
  maxOutputTokens: number;
  tokenizer: string;
  /** Null for what costs nothing. */
  prices: ModelPrices | null;
  /** The day on which the prices were looked up, if its list says. */
  noted: string | null;
  /** Why it cannot be called now; null when it can. */
  why: string | null;
};

/** The terms of a model, whether it can be called now or not. One that costs an unknown amount is refused. */
export function termsOf(id: string, settings: ModelSettings): ModelTerms {
  const model = findModel(id, settings);
  const prices = pricesOf(id, settings);
  const { contextWindow, maxOutputTokens, tokenizer } = model.entry;
  return {
    id: model.entry.id,
    contextWindow,
    maxOutputTokens,
    tokenizer,
    prices,
    noted: prices ? model.noted : null,
    why: obstacleOf(model)?.why ?? null,
  };
}
