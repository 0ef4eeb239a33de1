import { AppError } from "#platform";
import { lookUpModel } from "../catalogue/catalogue.ts";
import { type ModelTerms, toTerms } from "../catalogue/model-terms.ts";
import { type UnavailableReason, unavailableReason } from "../catalogue/unavailable-reason.ts";
import type { ModelsCtx } from "../ctx.ts";
import { type InProcessProvider, inProcessProvider } from "./in-process.ts";
import { type ModelSettings, readChunkTimeout } from "./model-settings.ts";
import { keysAmong, type Provider, providerOf, readProviders } from "./providers.ts";
import { settingsFor } from "./settings-for.ts";

/** The address and key with which this process reaches a provider. Never stored or logged, because of the key. */
export type Connection = {
  /** Undefined for a model that runs in this process. */
  provider: Provider | undefined;
  inProcess: InProcessProvider | undefined;
  /** Keys to redact from responses. */
  keys: readonly string[];
  /** The longest permitted silence of a stream after its first text. */
  chunkMs: number;
  env: NodeJS.ProcessEnv;
};

/** A model that can be called now. Resolve it once per call and pass it on, because `askModel` reads no lists. */
export type ReadyModel = { terms: ModelTerms; connection: Connection };

/**
 * Resolves a model for the acting user: by id with the terms of the catalogue, or by frozen terms. Throws with a remedy if
 * its provider is not configured or its key is missing.
 */
export async function resolveModel(ctx: ModelsCtx, wanted: string | ModelTerms): Promise<ReadyModel> {
  return readyModel(wanted, await settingsFor(ctx.db, ctx.models));
}

/** Like `resolveModel`, for settings that already contain the user's own models and keys. */
export function readyModel(wanted: string | ModelTerms, settings: ModelSettings): ReadyModel {
  if (typeof wanted !== "string") return connect(wanted, settings);
  const { model, providers } = lookUpModel(wanted, settings);
  assertAvailable(wanted, unavailableReason(model));
  return { terms: toTerms(model), connection: connectionTo(wanted, { provider: model.provider, providers }, settings) };
}

/** Frozen terms need no model list; the provider and its key are looked up. */
function connect(terms: ModelTerms, settings: ModelSettings): ReadyModel {
  const inProcess = inProcessProvider(settings, terms.id);
  const providers = inProcess ? new Map<string, Provider>() : readProviders(settings);
  const provider = providers.get(providerOf(terms.id));
  const { id, prices, source, noted } = terms;
  const { isShared = false } = settings;
  const entry = { id, ...(prices ? { prices } : {}) };
  const known = { entry, provider, inProcess, free: prices === null, source, noted, isShared };
  assertAvailable(id, unavailableReason(known));
  return { terms, connection: connectionTo(id, { provider, providers }, settings) };
}

export const connectionTo = (
  model: string,
  { provider, providers }: { provider: Provider | undefined; providers: ReadonlyMap<string, Provider> },
  settings: ModelSettings,
): Connection => ({
  provider,
  inProcess: inProcessProvider(settings, model),
  keys: keysAmong(providers, settings),
  chunkMs: readChunkTimeout(settings),
  env: settings.env,
});

export function assertAvailable(model: string, reason: UnavailableReason | null): void {
  if (!reason) return;
  throw new AppError(reason.code, reason.why, { details: { model }, remedies: reason.remedies ?? [] });
}
