import type { ModelInfo } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { listModels } from "./catalogue.ts";
import { discoverModels } from "./discover-models.ts";

/** Every model that the acting user sees: first the listed ones, then those that free providers run now. */
export async function listModelsFor(ctx: ModelsCtx): Promise<ModelInfo[]> {
  const settings = await settingsFor(ctx.db, ctx.models);
  return [...listModels(settings), ...(await discoverModels(settings))];
}
