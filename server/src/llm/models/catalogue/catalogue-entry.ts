import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddingEntry, ModelEntry, type ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import { readJson } from "../answer/read-json.ts";
import { readConfigFile } from "../config-files/read-config-file.ts";
import { type InProcessProvider, inProcessProvider } from "../providers/in-process.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import type { Provider } from "../providers/providers.ts";

/** An entry, the list that it comes from, and the day on which its limits and prices were looked up. */
export type ListedEntry = { entry: ModelEntry } & Pick<ModelInfo, "source" | "noted">;

/** An entry of the catalogue and its provider. */
export type KnownModel = ListedEntry & {
  provider: Provider | undefined;
  /** The provider that runs the model in this process, if there is one. */
  inProcess: InProcessProvider | undefined;
  free: boolean;
  /** True if several users share the database. */
  isShared: boolean;
};

/**
 * True for an entry that has a price and is also marked as free. Such an entry is ambiguous, and a wrong guess would
 * spend a user's money.
 */
export const isPricedAndFree = (entry: { free: boolean; prices?: unknown; price?: unknown }): boolean =>
  entry.free && (entry.prices !== undefined || entry.price !== undefined);
export const pricedAndFree = "is both priced and free: remove one of the two";

const Catalogue = z.strictObject({
  /** The day on which limits and prices were looked up. */
  noted: z.iso.date().optional(),
  about: z.string().optional(),
  models: z
    .array(ModelEntry.refine((entry) => !isPricedAndFree(entry), { path: ["prices"], error: pricedAndFree }))
    .check(({ value, issues }) => {
      const ids = value.map(({ id }) => id);
      const index = ids.findIndex((id, at) => ids.indexOf(id) < at);
      if (index < 0) return;
      issues.push({
        code: "custom",
        input: value,
        path: [index, "id"],
        message: "is listed twice: remove one of the entries",
      });
    }),
  /** If two embedding models have the same id, the later one is used. */
  embeddings: z
    .array(EmbeddingEntry.refine((entry) => !isPricedAndFree(entry), { path: ["price"], error: pricedAndFree }))
    .default([]),
});
type Catalogue = z.infer<typeof Catalogue>;

let shipped: Catalogue | undefined;
const shippedCatalogue = (): Catalogue => {
  const file = new URL("../catalogue.json", import.meta.url);
  shipped ??= readJson(readFileSync(file, "utf8"), Catalogue, "catalogue.json");
  return shipped;
};

/** A list may lower the limits of a model that runs in this process. It must not raise them or set prices. */
export const ownCatalogue = (settings: ModelSettings) =>
  Catalogue.check(({ value, issues }) => {
    for (const [index, entry] of value.models.entries()) {
      const wrong = inProcessProblem(entry, settings);
      if (wrong)
        issues.push({ code: "custom", input: entry, path: ["models", index, wrong.field], message: wrong.why });
    }
  });

function inProcessProblem(entry: ModelEntry, settings: ModelSettings): { field: string; why: string } | null {
  const provider = inProcessProvider(settings, entry.id);
  if (!provider) return null;
  const { name, models } = provider;
  const own = models.find(({ id }) => id === entry.id);
  if (!own) {
    return { field: "id", why: `${name} models are part of this program: ${models.map(({ id }) => id).join(", ")}` };
  }
  if (entry.prices) return { field: "prices", why: `${name} models are free: remove the prices` };
  for (const field of ["contextWindow", "maxOutputTokens"] as const) {
    if (entry[field] > own[field]) return { field, why: `${entry.id} has ${own[field]} at most` };
  }
  return null;
}

const fileIn = (settings: ModelSettings): Catalogue | undefined =>
  readConfigFile(settings, "models.json", ownCatalogue(settings));

/** Takes the limits of an in-process model from the list, and everything else from the model's registration. */
function withRegisteredEntry({ entry, source, noted }: ListedEntry, settings: ModelSettings): ListedEntry {
  const own = inProcessProvider(settings, entry.id)?.models.find(({ id }) => id === entry.id);
  if (!own) return { entry, source, noted };
  const { contextWindow, maxOutputTokens } = entry;
  return { entry: { ...own, contextWindow, maxOutputTokens }, source, noted };
}

let shippedList: readonly ListedEntry[] | undefined;

/** In-process models, then those of `catalogue.json`. */
function shippedEntries({ inProcess = [] }: ModelSettings): readonly ListedEntry[] {
  shippedList ??= toListed(shippedCatalogue(), "shipped");
  const own = inProcess.flatMap(({ models }) => toListed({ models }, "shipped"));
  return [...own, ...shippedList];
}

/**
 * The shipped models, then those of models.json, then the user's own. A later entry replaces an earlier one with the same id.
 */
export function knownEntries(settings: ModelSettings): ListedEntry[] {
  const file = fileIn(settings);
  const all: ListedEntry[] = [
    ...shippedEntries(settings),
    ...(file ? toListed(file, "file").map((listed) => withRegisteredEntry(listed, settings)) : []),
    ...(settings.own?.models ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

/**
 * An in-process model, with the limits of models.json if it is listed there. It stays usable even if models.json has a
 * mistake elsewhere.
 */
export function inProcessEntry(id: string, { own: _own, ...settings }: ModelSettings): ListedEntry | undefined {
  const { dataDir } = settings;
  const provider = inProcessProvider(settings, id);
  const own = shippedEntries(settings).find(({ entry }) => entry.id === id);
  if (!provider || !own || dataDir === null) return own;
  try {
    return knownEntries(settings).find(({ entry }) => entry.id === id);
  } catch (thrown) {
    if (mentions(provider.name, dataDir)) throw thrown;
    return own;
  }
}

function mentions(provider: string, dataDir: string): boolean {
  try {
    return readFileSync(join(dataDir, "models.json"), "utf8").includes(`"${provider}/`);
  } catch {
    return false;
  }
}

export type ListedEmbedding = { entry: EmbeddingEntry } & Pick<ModelInfo, "source" | "noted">;

/** Like `knownEntries`, for embedding models. */
export function knownEmbeddings(settings: ModelSettings): ListedEmbedding[] {
  const from = (list: Catalogue | undefined, source: ListedEmbedding["source"]): ListedEmbedding[] =>
    (list?.embeddings ?? []).map((entry) => ({ entry, source, noted: entry.noted ?? list?.noted ?? null }));
  const all = [
    ...from(shippedCatalogue(), "shipped"),
    ...from(fileIn(settings), "file"),
    ...(settings.own?.embeddings ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

const toListed = (
  { models, noted }: { models: readonly ModelEntry[]; noted?: string | undefined },
  source: ListedEntry["source"],
): ListedEntry[] => models.map((entry) => ({ entry, source, noted: noted ?? null }));
