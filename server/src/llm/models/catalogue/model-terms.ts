import type { ModelEntry, ModelInfo, ModelPrices } from "@dialectic/contract";
import { AppError } from "#platform";
import type { ModelSettings } from "../providers/model-settings.ts";
import { findModel } from "./catalogue.ts";
import type { KnownModel } from "./known-model.ts";
import { unavailableReason } from "./unavailable-reason.ts";

/** What the calls of a model are counted, fitted and priced by. They hold no key and no address. */
export type ModelTerms = {
  id: string;
  contextWindow: number;
  maxOutputTokens: number;
  tokenizer: string;
  /** Which of OpenAI's two APIs serves it; other providers have one. */
  api: ModelEntry["api"];
  /** Null for a free model. */
  prices: ModelPrices | null;
  /** Which list the terms come from, and the day on which its prices were looked up, if it says so. */
  source: ModelInfo["source"];
  noted: string | null;
  /** The row that holds them, if they are frozen. */
  termsId?: string;
};

/** Terms as the lists have them now; `why` says why the model cannot be called, null if it can. */
export type ListedTerms = ModelTerms & { why: string | null };

/** The terms of a model, whether it can be called now or not. Throws if its price is unknown. */
export function termsOf(id: string, settings: ModelSettings): ListedTerms {
  const model = findModel(id, settings);
  return { ...toTerms(model), why: unavailableReason(model)?.why ?? null };
}

/** Throws if the model has no price: calling it would spend an unknown amount. */
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
