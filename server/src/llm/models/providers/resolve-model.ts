import { AppError } from "#platform";
import { lookUpModel } from "../catalogue/catalogue.ts";
import { type ModelTerms, toTerms } from "../catalogue/model-terms.ts";
import { type UnavailableReason, unavailableReason } from "../catalogue/unavailable-reason.ts";
import type { ModelsCtx } from "../ctx.ts";
import { type InProcessProvider, inProcessProvider } from "./in-process.ts";
import { type ModelSettings, readChunkTimeout } from "./model-settings.ts";
import { keysAmong, type Provider, providerOf, readProviders } from "./providers.ts";
import { settingsFor } from "./settings-for.ts";

/** How this process reaches a provider. Keys stay in memory: a connection is never stored or logged. */
export type Connection = {
  /** Undefined for a model that runs in this process. */
  provider: Provider | undefined;
  inProcess: InProcessProvider | undefined;
  /** Keys that must not appear in anything that comes back. */
  keys: readonly string[];
  /** How long a stream that has begun may be silent. */
  chunkMs: number;
  env: NodeJS.ProcessEnv;
};

/** A model that can be called now. Resolve it once per call and pass it on: `askModel` looks nothing up. */
export type ReadyModel = { terms: ModelTerms; connection: Connection };

/**
 * The model as the acting user can call it now: by its id with the terms of the catalogue, or by terms that were
 * frozen earlier. Throws with a remedy if its provider is not configured here or its key is missing.
 */
export async function resolveModel(ctx: ModelsCtx, wanted: string | ModelTerms): Promise<ReadyModel> {
  return readyModel(wanted, await settingsFor(ctx.db, ctx.models));
}

/** The same with settings that are complete. */
export function readyModel(wanted: string | ModelTerms, settings: ModelSettings): ReadyModel {
  if (typeof wanted !== "string") return connect(wanted, settings);
  const { model, providers } = lookUpModel(wanted, settings);
  refuseUnavailable(wanted, unavailableReason(model));
  return { terms: toTerms(model), connection: connectionTo(wanted, { provider: model.provider, providers }, settings) };
}

/** Frozen terms need no list of models: only the provider and its key are this process's own. */
function connect(terms: ModelTerms, settings: ModelSettings): ReadyModel {
  const inProcess = inProcessProvider(settings, terms.id);
  const providers = inProcess ? new Map<string, Provider>() : readProviders(settings);
  const provider = providers.get(providerOf(terms.id));
  const { id, prices, source, noted } = terms;
  const { isShared = false } = settings;
  const entry = { id, ...(prices ? { prices } : {}) };
  const known = { entry, provider, inProcess, free: prices === null, source, noted, isShared };
  refuseUnavailable(id, unavailableReason(known));
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

export function refuseUnavailable(model: string, obstacle: UnavailableReason | null): void {
  if (!obstacle) return;
  throw new AppError(obstacle.code, obstacle.why, { details: { model }, remedies: obstacle.remedies ?? [] });
}
