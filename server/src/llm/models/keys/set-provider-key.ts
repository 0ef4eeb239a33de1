import type { NewProviderKey, ProviderKey } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, nearest } from "#platform";
import type { ModelsCtx } from "../ctx.ts";
import { readProviders } from "../providers/providers.ts";
import { encryptKey } from "./encrypt-key.ts";
import { requireMasterKey } from "./master-keys.ts";
import { putKey } from "./provider-keys.store.ts";

/** Encrypts a key and stores it for the acting user in place of an earlier key. */
export async function setProviderKey(ctx: ModelsCtx, input: z.output<typeof NewProviderKey>): Promise<ProviderKey> {
  const provider = knownProvider(ctx, input.provider);
  const key = input.key.trim();
  assertKey(provider, key);
  const master = requireMasterKey(ctx.models);
  const hint = key.length >= 16 ? key.slice(-4) : null;
  const ownerId = ctx.db.userId;
  const row = {
    ownerId,
    provider,
    ciphertext: encryptKey(master, key, { ownerId, provider }),
    masterKeyId: master.id,
    hint,
  };
  const createdAt = await ctx.db.tx((db) => putKey(db, row));
  return { provider, hint, source: "stored", problem: null, createdAt: createdAt.toISOString() };
}

function knownProvider({ models }: ModelsCtx, name: string): string {
  const names = [...readProviders(models).keys()];
  if (names.includes(name)) return name;
  const meant = nearest(name, names);
  throw new AppError(
    "invalid_input",
    // The name is not quoted, because a person may have typed the key in its place.
    `There is no provider of that name that takes a key. ${meant ? `Did you mean ${meant}?` : `Such providers are ${names.join(", ")}.`} Add other providers in providers.json.`,
  );
}

/** The message never quotes the key, because it may be a real one that merely contains a space. */
function assertKey(provider: string, key: string): void {
  if (/^[!-~]{8,}$/.test(key)) return;
  throw new AppError(
    "invalid_input",
    `This is not a key for ${provider}: a key has at least 8 characters, only ASCII letters, digits or punctuation, and no spaces.`,
  );
}
