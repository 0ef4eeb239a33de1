import type { ModelEntry, ModelInfo, ModelPrices } from "@dialectic/contract";
import { AppError } from "#platform";
import type { ModelSettings } from "../providers/model-settings.ts";
import { findModel } from "./catalogue.ts";
import type { KnownModel } from "./catalogue-entry.ts";
import { unavailableReason } from "./unavailable-reason.ts";

/** The limits, tokenizer and prices that calls to a model use, without key and address. */
export type ModelTerms = {
  id: string;
  contextWindow: number;
  maxOutputTokens: number;
  tokenizer: string;
  /** Which of OpenAI's two APIs to use; other providers have only one API. */
  api: ModelEntry["api"];
  /** Null for a free model. */
  prices: ModelPrices | null;
  /** The list that the terms come from, and the day of its prices, if known. */
  source: ModelInfo["source"];
  noted: string | null;
  /** The row in `model_terms`, if they are frozen. */
  termsId?: string;
};

/** Terms from the current lists. `why` says why the model cannot be called; null if it can. */
export type ListedTerms = ModelTerms & { why: string | null };

/** The terms of a model, whether it can be called now or not. Throws if its price is unknown. */
export function termsOf(id: string, settings: ModelSettings): ListedTerms {
  const model = findModel(id, settings);
  return { ...toTerms(model), why: unavailableReason(model)?.why ?? null };
}

/** Throws if the model has no price, because a call would then cost an unknown amount. */
export function toTerms({ entry, free, source, noted }: KnownModel): ModelTerms {
  const { id, contextWindow, maxOutputTokens, tokenizer, api } = entry;
  if (!free && !entry.prices) {
    throw new AppError(
      "unknown_price",
      `${id} has no price: give its five prices in models.json, or mark it as free.`,
      {
        details: { model: id },
      },
    );
  }
  const prices = free ? null : (entry.prices ?? null);
  return { id, contextWindow, maxOutputTokens, tokenizer, api, prices, source, noted: prices ? noted : null };
}
