import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddingEntry, ModelEntry, type ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import type { ModelSettings } from "./model-settings.ts";
import { readJson, readUserFile } from "./read-json.ts";

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
  const file = new URL("./catalogue.json", import.meta.url);
  shipped ??= readJson(readFileSync(file, "utf8"), Catalogue, "catalogue.json");
  return shipped;
};
const fileIn = (dataDir: string | null): Catalogue | undefined =>
  dataDir === null ? undefined : readUserFile(join(dataDir, "models.json"), Catalogue);

let shippedList: readonly ListedEntry[] | undefined;

export function shippedEntries(): readonly ListedEntry[] {
  shippedList ??= toListed(shippedCatalogue(), "shipped");
  return shippedList;
}

/** The shipped models; in their places or after them those of models.json, and of the user's own list. */
export function knownEntries({ dataDir, own }: ModelSettings): ListedEntry[] {
  const file = fileIn(dataDir);
  const all: ListedEntry[] = [
    ...shippedEntries(),
    ...(file ? toListed(file, "file") : []),
    ...(own?.models ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

export type ListedEmbedding = { entry: EmbeddingEntry } & Pick<ModelInfo, "source" | "noted">;

/** As `knownEntries`, of those that make vectors. */
export function knownEmbeddings({ dataDir, own }: ModelSettings): ListedEmbedding[] {
  const from = (list: Catalogue | undefined, source: ListedEmbedding["source"]): ListedEmbedding[] =>
    (list?.embeddings ?? []).map((entry) => ({ entry, source, noted: entry.noted ?? list?.noted ?? null }));
  const all = [
    ...from(shippedCatalogue(), "shipped"),
    ...from(fileIn(dataDir), "file"),
    ...(own?.embeddings ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

const toListed = ({ models, noted }: Catalogue, source: ListedEntry["source"]): ListedEntry[] =>
  models.map((entry) => ({ entry, source, noted: noted ?? null }));
