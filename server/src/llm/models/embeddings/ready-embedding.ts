import type { ModelPrices } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { type Connection, connectionTo, refuseUnavailable } from "../providers/resolve-model.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { embeddingObstacle, type KnownEmbedding, lookUpEmbedding } from "./embedding-catalogue.ts";

/** An embedding model that can be called now. `dimensions` is null where nothing says how long its vectors are. */
export type ReadyEmbedding = {
  terms: { id: string; contextWindow: number; dimensions: number | null; prices: ModelPrices | null; termsId?: never };
  connection: Connection;
};

/** The embedding model as the acting user can call it now. Throws with a remedy if it cannot be called. */
export async function resolveEmbeddingModel(ctx: ModelsCtx, id: string): Promise<ReadyEmbedding> {
  return readyEmbedding(id, await settingsFor(ctx.db, ctx.models));
}

/** The same with settings that are complete. */
export function readyEmbedding(id: string, settings: ModelSettings): ReadyEmbedding {
  const { model, providers } = lookUpEmbedding(id, settings);
  refuseUnavailable(id, embeddingObstacle(model));
  const { contextWindow, dimensions } = model.entry;
  return {
    terms: { id, contextWindow, dimensions, prices: pricesOf(model) },
    connection: connectionTo(model.entry.id, { provider: model.provider, providers }, settings),
  };
}

/** Its one price in the places of five, so that it is charged like any other call; null for a free model. */
function pricesOf({ entry: { price }, free }: KnownEmbedding): ModelPrices | null {
  if (free || price === undefined) return null;
  return { input: price, cachedInput: price, cacheWrite: price, output: price, reasoning: price };
}
