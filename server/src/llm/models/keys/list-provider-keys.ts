import type { ProviderKey } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import { readProviders } from "../providers/providers.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { listKeys } from "./provider-keys.store.ts";

/** The keys that the acting user's calls use, by provider. A stored key replaces the environment's. */
export async function listProviderKeys(ctx: ModelsCtx): Promise<ProviderKey[]> {
  const settings = await settingsFor(ctx.db, ctx.models);
  const rows = await ctx.db.tx((db) => listKeys(db));
  const stored = rows.map(
    ({ provider, hint, createdAt }): ProviderKey => ({
      provider,
      hint,
      source: "stored",
      problem: settings.own?.keys.get(provider)?.problem ?? null,
      createdAt: createdAt.toISOString(),
    }),
  );
  const fromEnvironment = [...readProviders(settings).values()].flatMap(
    ({ name, key, keySource, keyProblem }): ProviderKey[] =>
      key === undefined || keySource !== "environment"
        ? []
        : [
            {
              provider: name,
              hint: hintOf(key, settings.isShared),
              source: "environment",
              problem: keyProblem,
              createdAt: null,
            },
          ],
  );
  return [...stored, ...fromEnvironment].sort((one, other) => one.provider.localeCompare(other.provider));
}

/**
 * On a shared server the environment's keys belong to its operator, so users see that a key exists, but no part of it.
 */
const hintOf = (key: string, isShared = false): string | null => (isShared || key.length < 16 ? null : key.slice(-4));
