import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ModelEntry, type ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import type { ModelSettings } from "./model-settings.ts";
import { readJson, readUserFile } from "./read-json.ts";

/** An entry, who says so, and on which day its figures were looked up. */
export type ListedEntry = { entry: ModelEntry } & Pick<ModelInfo, "source" | "noted">;

/** Somebody's money hangs on which of the two is meant. */
export const isTwofold = (entry: ModelEntry): boolean => entry.free && entry.prices !== undefined;
export const twofold = "stand beside free: leave one of them out";

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
});

let shipped: readonly ListedEntry[] | undefined;

export function shippedEntries(): readonly ListedEntry[] {
  const file = new URL("./catalogue.json", import.meta.url);
  shipped ??= toListed(readJson(readFileSync(file, "utf8"), Catalogue, "catalogue.json"), "shipped");
  return shipped;
}

/** The shipped models; in their places or after them those of models.json, and of the user's own list. */
export function knownEntries({ dataDir, own }: ModelSettings): ListedEntry[] {
  const file = dataDir === null ? undefined : readUserFile(join(dataDir, "models.json"), Catalogue);
  const all: ListedEntry[] = [
    ...shippedEntries(),
    ...(file ? toListed(file, "file") : []),
    ...(own?.models ?? []).map((one) => ({ ...one, source: "own" as const })),
  ];
  return [...new Map(all.map((listed) => [listed.entry.id, listed])).values()];
}

const toListed = ({ models, noted }: z.infer<typeof Catalogue>, source: ListedEntry["source"]): ListedEntry[] =>
  models.map((entry) => ({ entry, source, noted: noted ?? null }));
