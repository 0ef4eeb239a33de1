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
    "You have stored no key for that provider. To remove a key that the environment sets, unset its variable.",
    { remedies: [{ do: "see-keys" }] },
  );
}
