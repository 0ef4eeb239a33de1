import type { ErrorCode, ModelInfo } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import { type CatalogueEntry, knownEntries, shippedEntries } from "./catalogue-entry.ts";
import { type ModelSettings, readModelSettings } from "./model-settings.ts";
import { isPayingOpen, payingRefusal } from "./paying.ts";
import { type Provider, providerOf, readProviders } from "./providers.ts";

export type KnownModel = { entry: CatalogueEntry; provider: Provider | undefined; free: boolean };

/** Every model of the catalogue, in the order in which they are shown; those not ready say what is missing. */
export function listModels(settings: ModelSettings = readModelSettings()): ModelInfo[] {
  const providers = readProviders(settings);
  return knownEntries(settings).map((entry) => toInfo(join(entry, providers)));
}

/** The model, if it can be used now. */
export function requireModel(id: string, settings?: ModelSettings): ModelInfo {
  const model = findModel(id, settings);
  const obstacle = obstacleOf(model);
  if (!obstacle) return toInfo(model);
  throw new AppError(obstacle.code, obstacle.why, { details: { model: id } });
}

/** The model whether it can be used now or not. */
export function findModel(id: string, settings?: ModelSettings): KnownModel {
  // Rehearsals go on while somebody has a typing mistake in models.json: they need nothing of it.
  const rehearsal = shippedEntries().find((entry) => entry.id === id && providerOf(id) === "rehearsal");
  if (rehearsal) return { entry: rehearsal, provider: undefined, free: true };
  const read = settings ?? readModelSettings();
  const providers = readProviders(read);
  const known = knownEntries(read);
  const found = known.find((entry) => entry.id === id) ?? unlistedEntry(id, providers);
  if (found) return join(found, providers);
  const models = known.map((entry) => join(entry, providers));
  throw new AppError(
    "unknown_model",
    `There is no model "${id}": ${whatElse(id, models)} "dialectic models" lists them.`,
    {
      details: { model: id, known: known.map((entry) => entry.id) },
    },
  );
}

/** People leave the provider out ("atlas") as often as they mistype, so the bare name is compared as well. */
function whatElse(wanted: string, known: readonly KnownModel[]): string {
  const ids = known.map(({ entry }) => entry.id);
  const bare = nearest(wanted, ids.map(nameOf));
  const meant = nearest(wanted, ids) ?? ids.find((id) => nameOf(id) === bare);
  if (meant) return `did you mean ${meant}?`;
  const usable = known.filter((model) => obstacleOf(model) === null).map(({ entry }) => entry.id);
  return `there are ${usable.join(", ")}.`;
}

const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1);

/** What a model of a free provider is taken for as long as models.json does not say better. */
const unlistedLimits = { contextWindow: 32_768, maxOutputTokens: 4_096 };

/** One's own machine may run any model; a paid one must be listed, because its price must be known. */
function unlistedEntry(id: string, providers: Map<string, Provider>): CatalogueEntry | undefined {
  const provider = providers.get(providerOf(id));
  if (!provider?.free || provider.kind !== "compatible" || id.length <= provider.name.length + 1) return undefined;
  const about = `Runs at ${new URL(provider.baseUrl).host}. List it in models.json to give its real window.`;
  return { id, about, ...unlistedLimits, tokenizer: "unknown", api: "chat", free: true };
}

function join(entry: CatalogueEntry, providers: Map<string, Provider>): KnownModel {
  const provider = providers.get(providerOf(entry.id));
  return { entry, provider, free: entry.free || provider?.free === true };
}

function toInfo(model: KnownModel): ModelInfo {
  const { entry, free } = model;
  const why = obstacleOf(model)?.why ?? null;
  return {
    id: entry.id,
    provider: providerOf(entry.id),
    name: entry.name ?? nameOf(entry.id),
    about: entry.about,
    contextWindow: entry.contextWindow,
    maxOutputTokens: entry.maxOutputTokens,
    free,
    ready: why === null,
    why,
  };
}

export function obstacleOf({ entry, provider, free }: KnownModel): { code: ErrorCode; why: string } | null {
  const { id } = entry;
  if (providerOf(id) === "rehearsal") return null;
  if (!provider) {
    const why = `Nobody is named ${providerOf(id)}: add it to providers.json in the data folder to use ${id}.`;
    return { code: "model_not_ready", why };
  }
  if (!free && !entry.prices) {
    const why = `${id} has no price: give its five prices in models.json, or mark it as free.`;
    return { code: "unknown_price", why };
  }
  // Before the key: nobody should go and get one that is of no use yet.
  if (!free && !isPayingOpen()) return { code: "model_not_ready", why: payingRefusal(id) };
  if (provider.keyVariable && !provider.key) {
    return { code: "model_not_ready", why: `Set ${provider.keyVariable} to use ${id}.` };
  }
  return null;
}
