import { AppError } from "#platform";
import type { ModelsCtx } from "../ctx.ts";
import { deleteOwnModel } from "./own-models.store.ts";

export async function removeModel(ctx: ModelsCtx, { id }: { id: string }): Promise<{ id: string }> {
  if (await ctx.db.tx((db) => deleteOwnModel(db, id))) return { id };
  throw new AppError(
    "not_found",
    `${id} is not on your own list. Shipped models and those of models.json cannot be removed.`,
  );
}
