import type { EmbeddingEntry, EmbeddingModelInfo } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import { knownEmbeddings, type ListedEmbedding } from "../catalogue/catalogue-entry.ts";
import { type UnavailableReason, unavailableReason } from "../catalogue/unavailable-reason.ts";
import { type InProcessProvider, inProcessProvider } from "../providers/in-process.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { type Provider, providerOf, readProviders } from "../providers/providers.ts";

/** An embedding model's entry and provider. `dimensions` is null if the length of the model's vectors is unknown. */
export type KnownEmbedding = Omit<ListedEmbedding, "entry"> & {
  entry: Omit<EmbeddingEntry, "dimensions"> & { dimensions: number | null };
  provider: Provider | undefined;
  inProcess: InProcessProvider | undefined;
  free: boolean;
  isShared: boolean;
};

/** All listed embedding models. A model that is not ready says what is missing. */
export function listEmbeddingModels(settings: ModelSettings, used?: string): EmbeddingModelInfo[] {
  const providers = readProviders(settings);
  return knownEmbeddings(settings).map((listed) => toEmbeddingInfo(join(listed, providers, settings), used));
}

/** Returns the model even if it cannot be used now. */
export const findEmbeddingModel = (id: string, settings: ModelSettings): KnownEmbedding =>
  lookUpEmbedding(id, settings).model;

/** Returns the model and the providers, so that the caller need not read providers.json again. */
export function lookUpEmbedding(
  id: string,
  settings: ModelSettings,
): { model: KnownEmbedding; providers: ReadonlyMap<string, Provider> } {
  const providers = readProviders(settings);
  const listed = knownEmbeddings(settings);
  const found = listed.find(({ entry }) => entry.id === id);
  if (found) return { model: join(found, providers, settings), providers };
  const provider = providers.get(providerOf(id));
  if (provider?.free && provider.kind === "compatible" && id.length > provider.name.length + 1) {
    const model = {
      ...unlisted(id, provider),
      provider,
      inProcess: undefined,
      free: true,
      isShared: settings.isShared ?? false,
    };
    return { model, providers };
  }
  const known = listed.map(({ entry }) => entry.id);
  const meant = nearest(id, known);
  const hint = meant ? `did you mean ${meant}?` : `there are ${known.join(", ")}.`;
  throw new AppError("unknown_model", `There is no embedding model "${id}": ${hint}`, {
    details: { model: id, known },
    remedies: [{ do: "see-embeddings" }],
  });
}

export function toEmbeddingInfo(model: KnownEmbedding, used?: string): EmbeddingModelInfo {
  const { entry, free, source, noted } = model;
  const why = embeddingUnavailableReason(model)?.why ?? null;
  return {
    id: entry.id,
    provider: providerOf(entry.id),
    name: entry.name ?? entry.id.slice(entry.id.indexOf("/") + 1),
    about: entry.about,
    contextWindow: entry.contextWindow,
    dimensions: entry.dimensions,
    free,
    price: free ? null : (entry.price ?? null),
    noted,
    source,
    ready: why === null,
    why,
    used: entry.id === used,
  };
}

export function embeddingUnavailableReason(model: KnownEmbedding): UnavailableReason | null {
  const { entry, provider, free } = model;
  const none = provider?.kind === "anthropic" ? provider.name : model.inProcess?.name;
  if (none) {
    return { code: "model_not_ready", why: `${none} has no embedding models.` };
  }
  if (provider && !free && entry.price === undefined) {
    return {
      code: "unknown_price",
      why: `${entry.id} has no price: add it in models.json, or mark the model as free.`,
    };
  }
  return unavailableReason({ ...model, free: true });
}

const join = (listed: ListedEmbedding, providers: Map<string, Provider>, settings: ModelSettings): KnownEmbedding => {
  const provider = providers.get(providerOf(listed.entry.id));
  const { free, price } = listed.entry;
  const isFree = free || (provider?.free === true && price === undefined);
  const inProcess = inProcessProvider(settings, listed.entry.id);
  return { ...listed, provider, inProcess, free: isFree, isShared: settings.isShared ?? false };
};

/** A free provider may run any model. An unlisted model gets the window of the smallest models. */
const unlisted = (id: string, provider: Provider): Pick<KnownEmbedding, "entry" | "source" | "noted"> => ({
  entry: {
    kind: "embedding",
    id,
    about: `Runs at ${new URL(provider.baseUrl).host}. List it in models.json to set its real context window.`,
    contextWindow: 512,
    dimensions: null,
    free: true,
  },
  source: "discovered",
  noted: null,
});
