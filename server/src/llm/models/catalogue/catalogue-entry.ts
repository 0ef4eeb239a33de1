import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddingEntry, ModelEntry, type ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import { readJson } from "../answer/read-json.ts";
import { readConfigFile } from "../config-files/read-config-file.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { type Provider, providerOf } from "../providers/providers.ts";

/** An entry, the list that it comes from, and the day of its figures. */
export type ListedEntry = { entry: ModelEntry } & Pick<ModelInfo, "source" | "noted">;

/** An entry of the catalogue and its provider. */
export type KnownModel = ListedEntry & {
  provider: Provider | undefined;
  free: boolean;
  /** Whether several users share the database. */
  isShared: boolean;
};

/** Ambiguous, and a wrong guess would spend a user's money. */
export const isPricedAndFree = (entry: { free: boolean; prices?: unknown; price?: unknown }): boolean =>
  entry.free && (entry.prices !== undefined || entry.price !== undefined);
export const pricedAndFree = "is both priced and free: remove one of the two";

const Catalogue = z.strictObject({
  /** The day of the figures. */
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
  /** Of two embedding models with one id, the later one counts. */
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

/** A list can only reduce the limits of a rehearsal model, which is part of the program. */
export const OwnCatalogue = Catalogue.check(({ value, issues }) => {
  for (const [index, entry] of value.models.entries()) {
    const wrong = rehearsalProblem(entry);
    if (wrong) issues.push({ code: "custom", input: entry, path: ["models", index, wrong.field], message: wrong.why });
  }
});

function rehearsalProblem(entry: ModelEntry): { field: string; why: string } | null {
  if (providerOf(entry.id) !== "rehearsal") return null;
  const known = shippedEntries().flatMap((one) => (providerOf(one.entry.id) === "rehearsal" ? [one.entry] : []));
  const own = known.find(({ id }) => id === entry.id);
  if (!own) {
    return { field: "id", why: `rehearsal models are part of this program: ${known.map(({ id }) => id).join(", ")}` };
  }
  if (entry.prices) return { field: "prices", why: "rehearsal models are free: remove the prices" };
  for (const field of ["contextWindow", "maxOutputTokens"] as const) {
    if (entry[field] > own[field]) return { field, why: `${entry.id} has ${own[field]} at most` };
  }
  return null;
}

const fileIn = (settings: ModelSettings): Catalogue | undefined =>
  readConfigFile(settings, "models.json", OwnCatalogue);

/** A rehearsal model of a list differs from the shipped one only in its limits. */
function withShippedEntry({ entry, source, noted }: ListedEntry): ListedEntry {
  const own = providerOf(entry.id) === "rehearsal" && shippedEntries().find((one) => one.entry.id === entry.id);
  if (!own) return { entry, source, noted };
  const { contextWindow, maxOutputTokens } = entry;
  return { entry: { ...own.entry, contextWindow, maxOutputTokens }, source, noted };
}

let shippedList: readonly ListedEntry[] | undefined;

function shippedEntries(): readonly ListedEntry[] {
  shippedList ??= toListed(shippedCatalogue(), "shipped");
  return shippedList;
}

/** The shipped models, then those of models.json, then the user's own. A later entry replaces an earlier one with its id. */
export function knownEntries(settings: ModelSettings): ListedEntry[] {
  const file = fileIn(settings);
  const all: ListedEntry[] = [
    ...shippedEntries(),
    ...(file ? toListed(file, "file").map(withShippedEntry) : []),
    ...(settings.own?.models ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

/** A rehearsal model, as shipped or as listed. It stays usable while models.json has a mistake that does not concern it. */
export function rehearsalEntry(id: string, { own: _own, ...settings }: ModelSettings): ListedEntry | undefined {
  const { dataDir } = settings;
  const own = providerOf(id) === "rehearsal" && shippedEntries().find(({ entry }) => entry.id === id);
  if (!own || dataDir === null) return own || undefined;
  try {
    return knownEntries(settings).find(({ entry }) => entry.id === id);
  } catch (thrown) {
    if (mentionsRehearsals(dataDir)) throw thrown;
    return own;
  }
}

function mentionsRehearsals(dataDir: string): boolean {
  try {
    return readFileSync(join(dataDir, "models.json"), "utf8").includes('"rehearsal/');
  } catch {
    return false;
  }
}

export type ListedEmbedding = { entry: EmbeddingEntry } & Pick<ModelInfo, "source" | "noted">;

/** The same for embedding models. */
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

const toListed = ({ models, noted }: Catalogue, source: ListedEntry["source"]): ListedEntry[] =>
  models.map((entry) => ({ entry, source, noted: noted ?? null }));
