import { AppError } from "#platform";
import type { ModelsCtx } from "../ctx.ts";
import { deleteKey } from "./provider-keys.store.ts";

export async function removeProviderKey(
  ctx: ModelsCtx,
  { provider }: { provider: string },
): Promise<{ provider: string }> {
  if (await ctx.db.tx((db) => deleteKey(db, provider))) return { provider };
  throw new AppError(
    "not_found",
    "No key of that provider is stored for you. Those of the environment are unset there.",
    { remedies: [{ do: "see-keys" }] },
  );
}
