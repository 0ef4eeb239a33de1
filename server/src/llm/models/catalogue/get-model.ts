import type { ModelInfo } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { findModel, toInfo } from "./catalogue.ts";

/** One model as the acting user sees it, whether it is ready or not. */
export async function getModel(ctx: ModelsCtx, { id }: { id: string }): Promise<ModelInfo> {
  return toInfo(findModel(id, await settingsFor(ctx.db, ctx.models)));
}
