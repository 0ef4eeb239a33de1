import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddingEntry, ModelEntry, type ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import { readJson } from "../answer/read-json.ts";
import { readConfigFile } from "../config-files/read-config-file.ts";
import { inProcessProvider } from "../providers/in-process.ts";
import type { ModelSettings } from "../providers/model-settings.ts";

/** An entry, who says so, and on which day its figures were looked up. */
export type ListedEntry = { entry: ModelEntry } & Pick<ModelInfo, "source" | "noted">;

/** Somebody's money hangs on which of the two is meant. */
export const isTwofold = (entry: ModelEntry): boolean => entry.free && entry.prices !== undefined;
export const twofold = "stand beside free: leave one of them out";

const isTwice = ({ free, price }: EmbeddingEntry): boolean => free && price !== undefined;

const Catalogue = z.strictObject({
  /** The day on which the figures were looked up. */
  noted: z.iso.date().optional(),
  about: z.string().optional(),
  models: z
    .array(ModelEntry.refine((entry) => !isTwofold(entry), { path: ["prices"], error: twofold }))
    .check(({ value, issues }) => {
      const ids = value.map(({ id }) => id);
      const index = ids.findIndex((id, at) => ids.indexOf(id) < at);
      if (index < 0) return;
      issues.push({
        code: "custom",
        input: value,
        path: [index, "id"],
        message: "is listed twice; which figures hold?",
      });
    }),
  /** Models that turn texts into vectors; of two with one id the later holds. */
  embeddings: z
    .array(EmbeddingEntry.refine((entry) => !isTwice(entry), { path: ["price"], error: twofold }))
    .default([]),
});
type Catalogue = z.infer<typeof Catalogue>;

let shipped: Catalogue | undefined;
const shippedCatalogue = (): Catalogue => {
  const file = new URL("../catalogue.json", import.meta.url);
  shipped ??= readJson(readFileSync(file, "utf8"), Catalogue, "catalogue.json");
  return shipped;
};

/** A model that runs in this process is a program: a list can make it smaller than it is, and nothing else. */
export const ownCatalogue = (settings: ModelSettings) =>
  Catalogue.check(({ value, issues }) => {
    for (const [index, entry] of value.models.entries()) {
      const wrong = inProcessFault(entry, settings);
      if (wrong)
        issues.push({ code: "custom", input: entry, path: ["models", index, wrong.field], message: wrong.why });
    }
  });

function inProcessFault(entry: ModelEntry, settings: ModelSettings): { field: string; why: string } | null {
  const provider = inProcessProvider(settings, entry.id);
  if (!provider) return null;
  const { name, models } = provider;
  const own = models.find(({ id }) => id === entry.id);
  if (!own) {
    return { field: "id", why: `${name} models are part of this program: ${models.map(({ id }) => id).join(", ")}` };
  }
  if (entry.prices) return { field: "prices", why: `${name} models cost nothing: leave it out` };
  for (const field of ["contextWindow", "maxOutputTokens"] as const) {
    if (entry[field] > own[field]) return { field, why: `${entry.id} has ${own[field]} at most` };
  }
  return null;
}

const fileIn = (settings: ModelSettings): Catalogue | undefined =>
  readConfigFile(settings, "models.json", ownCatalogue(settings));

/** Listed with a smaller window or cap, it is what it was otherwise. */
function asListed({ entry, source, noted }: ListedEntry, settings: ModelSettings): ListedEntry {
  const own = inProcessProvider(settings, entry.id)?.models.find(({ id }) => id === entry.id);
  if (!own) return { entry, source, noted };
  const { contextWindow, maxOutputTokens } = entry;
  return { entry: { ...own, contextWindow, maxOutputTokens }, source, noted };
}

let shippedList: readonly ListedEntry[] | undefined;

/** Those that run in this process, then those of `catalogue.json`. */
function shippedEntries({ inProcess = [] }: ModelSettings): readonly ListedEntry[] {
  shippedList ??= toListed(shippedCatalogue(), "shipped");
  const own = inProcess.flatMap(({ models }) => toListed({ models }, "shipped"));
  return [...own, ...shippedList];
}

/** The shipped models; in their places or after them those of models.json, and of the user's own list. */
export function knownEntries(settings: ModelSettings): ListedEntry[] {
  const file = fileIn(settings);
  const all: ListedEntry[] = [
    ...shippedEntries(settings),
    ...(file ? toListed(file, "file").map((listed) => asListed(listed, settings)) : []),
    ...(settings.own?.models ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

/** A model that runs in this process, as it is or made smaller. A mistake in models.json that is not about it does not stop it. */
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

/** As `knownEntries`, of those that make vectors. */
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
