import type { ModelEntry, ModelInfo } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import { inProcessProvider } from "../providers/in-process.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { nameOf, type Provider, providerOf, readProviders } from "../providers/providers.ts";
import { inProcessEntry, type KnownModel, knownEntries, type ListedEntry } from "./catalogue-entry.ts";
import { knownWindow, sureWindow } from "./local-windows.ts";
import { unavailableReason } from "./unavailable-reason.ts";

/** Every model of the catalogue, in display order. A model that is not ready says what is missing. */
export function listModels(settings: ModelSettings): ModelInfo[] {
  const providers = readProviders(settings);
  return knownEntries(settings).map((listed) => toInfo(join(listed, providers, settings)));
}

/** Returns the model. Throws if it cannot be used now. */
export function requireModel(id: string, settings: ModelSettings): ModelInfo {
  const model = findModel(id, settings);
  const reason = unavailableReason(model);
  if (!reason) return toInfo(model);
  throw new AppError(reason.code, reason.why, { details: { model: id }, remedies: reason.remedies ?? [] });
}

/** Returns the model whether it can be used now or not. */
export const findModel = (id: string, settings: ModelSettings): KnownModel => lookUpModel(id, settings).model;

/**
 * Like `findModel`, but also returns all providers, so that the caller need not read providers.json again. For an
 * in-process model it returns no providers, because such a model needs none.
 */
export function lookUpModel(
  id: string,
  settings: ModelSettings,
): { model: KnownModel; providers: ReadonlyMap<string, Provider> } {
  const inProcess = inProcessProvider(settings, id);
  const own = inProcess && inProcessEntry(id, settings);
  if (own) {
    return { model: { ...own, provider: undefined, inProcess, free: true, isShared: false }, providers: new Map() };
  }
  const providers = readProviders(settings);
  const listed = knownEntries(settings);
  const found = listed.find(({ entry }) => entry.id === id) ?? unlistedEntry(id, providers);
  if (found) return { model: join(found, providers, settings), providers };
  const known = listed.map(({ entry }) => entry);
  const models = listed.map((one) => join(one, providers, settings));
  throw new AppError("unknown_model", `There is no model "${id}": ${suggest(id, models)}`, {
    remedies: [{ do: "see-models" }],
    details: { model: id, known: known.map((entry) => entry.id) },
  });
}

/** People often leave out the provider ("atlas"), so bare names are also compared. */
function suggest(wanted: string, known: readonly KnownModel[]): string {
  const ids = known.map(({ entry }) => entry.id);
  const bare = nearest(wanted, ids.map(nameOf));
  const meant = nearest(wanted, ids) ?? ids.find((id) => nameOf(id) === bare);
  if (meant) return `did you mean ${meant}?`;
  const usable = known.filter((model) => unavailableReason(model) === null).map(({ entry }) => entry.id);
  return `there are ${usable.join(", ")}.`;
}

/** The limits of a free provider's model that models.json does not list. */
const unlistedLimits = { contextWindow: 32_768, maxOutputTokens: 4_096 };

/** A free provider may run any model. A paid model must be listed, because its price must be known. */
function unlistedEntry(id: string, providers: Map<string, Provider>): ListedEntry | undefined {
  const provider = providers.get(providerOf(id));
  if (!provider?.free || provider.kind !== "compatible" || id.length <= provider.name.length + 1) return undefined;
  const { host } = new URL(provider.baseUrl);
  const window = knownWindow(provider, id.slice(provider.name.length + 1));
  const about =
    window === undefined
      ? `Runs at ${host}. List it in models.json to set its real context window.`
      : `Runs at ${host} with a context window of ${window} tokens. Set OLLAMA_CONTEXT_LENGTH to change it.`;
  const limits =
    window === undefined
      ? unlistedLimits
      : { contextWindow: window, maxOutputTokens: Math.min(unlistedLimits.maxOutputTokens, Math.floor(window / 2)) };
  const entry = { id, about, ...limits, tokenizer: "unknown", api: "chat" as const, free: true };
  return { entry, source: "discovered", noted: null };
}

function join(listed: ListedEntry, providers: Map<string, Provider>, settings: ModelSettings): KnownModel {
  const { isShared = false } = settings;
  const provider = providers.get(providerOf(listed.entry.id));
  const { free, prices } = listed.entry;
  const inProcess = inProcessProvider(settings, listed.entry.id);
  // A listed price applies even at a provider whose unlisted models are free.
  const entry = provider ? withinWindow(listed.entry, provider) : listed.entry;
  return { ...listed, entry, provider, inProcess, free: free || (provider?.free === true && !prices), isShared };
}

/**
 * Reduces a listed window to the one that the provider's server reported, because the server would silently cut a prompt
 * that exceeds its own window.
 */
function withinWindow(entry: ModelEntry, provider: Provider): ModelEntry {
  const window = sureWindow(provider, nameOf(entry.id));
  if (window === undefined || window >= entry.contextWindow) return entry;
  return { ...entry, contextWindow: window, maxOutputTokens: Math.min(entry.maxOutputTokens, Math.floor(window / 2)) };
}

export function toInfo(model: KnownModel): ModelInfo {
  const { entry, free, source, noted } = model;
  const { why, needsKey = false, remedies = [] } = unavailableReason(model) ?? { why: null };
  return {
    id: entry.id,
    provider: providerOf(entry.id),
    name: entry.name ?? nameOf(entry.id),
    about: entry.about,
    contextWindow: entry.contextWindow,
    maxOutputTokens: entry.maxOutputTokens,
    free,
    prices: free ? null : (entry.prices ?? null),
    noted,
    source,
    ready: why === null,
    why,
    needsKey,
    remedies: [...remedies],
  };
}
