import type { ModelInfo } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import { inProcessProvider } from "../providers/in-process.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { nameOf, type Provider, providerOf, readProviders } from "../providers/providers.ts";
import { inProcessEntry, knownEntries, type ListedEntry } from "./catalogue-entry.ts";
import type { KnownModel } from "./known-model.ts";
import { unavailableReason } from "./unavailable-reason.ts";

/** Every model of the catalogue, in the order in which they are shown; those not ready say what is missing. */
export function listModels(settings: ModelSettings): ModelInfo[] {
  const providers = readProviders(settings);
  return knownEntries(settings).map((listed) => toInfo(join(listed, providers, settings)));
}

/** The model, if it can be used now. */
export function requireModel(id: string, settings: ModelSettings): ModelInfo {
  const model = findModel(id, settings);
  const obstacle = unavailableReason(model);
  if (!obstacle) return toInfo(model);
  throw new AppError(obstacle.code, obstacle.why, { details: { model: id }, remedies: obstacle.remedies ?? [] });
}

/** The model whether it can be used now or not. */
export const findModel = (id: string, settings: ModelSettings): KnownModel => lookUpModel(id, settings).model;

/** The same with the providers that were read for it, so that each file is read once. A model that runs in this process needs none. */
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
  throw new AppError("unknown_model", `There is no model "${id}": ${whatElse(id, models)}`, {
    remedies: [{ do: "see-models" }],
    details: { model: id, known: known.map((entry) => entry.id) },
  });
}

/** People leave the provider out ("atlas") as often as they mistype, so the bare name is compared as well. */
function whatElse(wanted: string, known: readonly KnownModel[]): string {
  const ids = known.map(({ entry }) => entry.id);
  const bare = nearest(wanted, ids.map(nameOf));
  const meant = nearest(wanted, ids) ?? ids.find((id) => nameOf(id) === bare);
  if (meant) return `did you mean ${meant}?`;
  const usable = known.filter((model) => unavailableReason(model) === null).map(({ entry }) => entry.id);
  return `there are ${usable.join(", ")}.`;
}

/** What a model of a free provider is taken for as long as models.json does not say better. */
const unlistedLimits = { contextWindow: 32_768, maxOutputTokens: 4_096 };

/** One's own machine may run any model; a paid one must be listed, because its price must be known. */
function unlistedEntry(id: string, providers: Map<string, Provider>): ListedEntry | undefined {
  const provider = providers.get(providerOf(id));
  if (!provider?.free || provider.kind !== "compatible" || id.length <= provider.name.length + 1) return undefined;
  const about = `Runs at ${new URL(provider.baseUrl).host}. List it in models.json to give its real window.`;
  const entry = { id, about, ...unlistedLimits, tokenizer: "unknown", api: "chat" as const, free: true };
  return { entry, source: "discovered", noted: null };
}

function join(listed: ListedEntry, providers: Map<string, Provider>, settings: ModelSettings): KnownModel {
  const { isShared = false } = settings;
  const provider = providers.get(providerOf(listed.entry.id));
  const { free, prices } = listed.entry;
  // A price that somebody wrote down is meant, also where what is not listed costs nothing.
  const inProcess = inProcessProvider(settings, listed.entry.id);
  return { ...listed, provider, inProcess, free: free || (provider?.free === true && !prices), isShared };
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
