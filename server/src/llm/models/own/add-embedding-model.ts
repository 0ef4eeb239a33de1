import type { EmbeddingEntry, EmbeddingModelInfo } from "@dialectic/contract";
import { AppError } from "#platform";
import { isPricedAndFree, pricedAndFree } from "../catalogue/catalogue-entry.ts";
import type { ModelsCtx } from "../ctx.ts";
import { findEmbeddingModel, toEmbeddingInfo } from "../embeddings/embedding-catalogue.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { putOwnModel } from "./own-models.store.ts";

/** Adds an embedding model to the acting user's own list. Replaces a listed model with the same id. */
export async function addEmbeddingModel(
  ctx: ModelsCtx & { embedder: { model: string } | null },
  entry: EmbeddingEntry,
): Promise<EmbeddingModelInfo> {
  if (!entry.free && entry.price === undefined) {
    const why = `${entry.id} has no price: give it in millionths of a dollar per million tokens, or mark it as free.`;
    throw new AppError("unknown_price", why, { details: { model: entry.id } });
  }
  if (isPricedAndFree(entry)) {
    throw new AppError("unknown_price", `${entry.id} ${pricedAndFree}.`);
  }
  await ctx.db.tx((db) => putOwnModel(db, { ownerId: ctx.db.userId, entry }));
  const model = findEmbeddingModel(entry.id, await settingsFor(ctx.db, ctx.models));
  return toEmbeddingInfo(model, ctx.embedder?.model);
}
