import type { ModelInfo } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { listModels } from "./catalogue.ts";
import { discoverModels } from "./discover-models.ts";

/** Every model the acting user can choose or could: those listed, then those that free providers have running now. */
export async function listModelsFor(ctx: ModelsCtx): Promise<ModelInfo[]> {
  const settings = await settingsFor(ctx.db, ctx.models);
  return [...listModels(settings), ...(await discoverModels(settings))];
}
