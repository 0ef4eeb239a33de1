import type { ModelEntry, ModelInfo } from "@dialectic/contract";
import { AppError } from "#platform";
import { findModel, toInfo } from "../catalogue/catalogue.ts";
import { isPricedAndFree, pricedAndFree } from "../catalogue/catalogue-entry.ts";
import type { ModelsCtx } from "../ctx.ts";
import { inProcessProvider } from "../providers/in-process.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { putOwnModel } from "./own-models.store.ts";

/** Adds a model to the acting user's own list. Replaces a listed model with the same id. */
export async function addModel(ctx: ModelsCtx, entry: ModelEntry): Promise<ModelInfo> {
  if (inProcessProvider(ctx.models, entry.id)) {
    throw new AppError("invalid_input", `${entry.id} is a model of this program: such models cannot be added.`);
  }
  if (!entry.free && !entry.prices) {
    const why = `${entry.id} has no price: give its five prices in millionths of a dollar per million tokens, or mark it as free.`;
    throw new AppError("unknown_price", why, { details: { model: entry.id } });
  }
  if (isPricedAndFree(entry)) throw new AppError("unknown_price", `${entry.id} ${pricedAndFree}.`);
  await ctx.db.tx((db) => putOwnModel(db, { ownerId: ctx.db.userId, entry }));
  return toInfo(findModel(entry.id, await settingsFor(ctx.db, ctx.models)));
}
