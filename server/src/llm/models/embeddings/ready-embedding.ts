import type { ModelPrices } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { assertAvailable, type Connection, connectionTo } from "../providers/resolve-model.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { embeddingUnavailableReason, type KnownEmbedding, lookUpEmbedding } from "./embedding-catalogue.ts";

/** An embedding model that can be called now. `dimensions` is null if the length of its vectors is unknown. */
export type ReadyEmbedding = {
  terms: { id: string; contextWindow: number; dimensions: number | null; prices: ModelPrices | null; termsId?: never };
  connection: Connection;
};

/** Resolves an embedding model for the acting user. Throws with a remedy if it cannot be called. */
export async function resolveEmbeddingModel(ctx: ModelsCtx, id: string): Promise<ReadyEmbedding> {
  return readyEmbedding(id, await settingsFor(ctx.db, ctx.models));
}

/** Like `resolveEmbeddingModel`, for settings that already contain the user's own models and keys. */
export function readyEmbedding(id: string, settings: ModelSettings): ReadyEmbedding {
  const { model, providers } = lookUpEmbedding(id, settings);
  assertAvailable(id, embeddingUnavailableReason(model));
  const { contextWindow, dimensions } = model.entry;
  return {
    terms: { id, contextWindow, dimensions, prices: pricesOf(model) },
    connection: connectionTo(model.entry.id, { provider: model.provider, providers }, settings),
  };
}

/**
 * An embedding model has one price. It is used for all five kinds of tokens, so that a call is charged like any other.
 * Null if the model is free.
 */
function pricesOf({ entry: { price }, free }: KnownEmbedding): ModelPrices | null {
  if (free || price === undefined) return null;
  return { input: price, cachedInput: price, cacheWrite: price, output: price, reasoning: price };
}
