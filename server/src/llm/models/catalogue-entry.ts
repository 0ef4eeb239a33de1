import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ModelSettings } from "./model-settings.ts";
import { readJson, readUserFile } from "./read-json.ts";

/** Millionths of a dollar per million tokens. Nothing costs nothing: a model without a price is marked free instead. */
const Price = z.int().positive();

const Prices = z.strictObject({
  input: Price,
  cachedInput: Price,
  cacheWrite: Price,
  output: Price,
  reasoning: Price,
});
export type Prices = z.infer<typeof Prices>;

const CatalogueEntry = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]*\/\S+$/, "must be provider/model"),
    name: z.string().optional(),
    about: z.string().default(""),
    contextWindow: z.int().positive(),
    maxOutputTokens: z.int().positive(),
    tokenizer: z.string().default("unknown"),
    /** OpenAI alone has two ways to be asked. */
    api: z.enum(["responses", "chat"]).default("responses"),
    free: z.boolean().default(false),
    prices: Prices.optional(),
  })
  .refine((entry) => entry.maxOutputTokens < entry.contextWindow, {
    path: ["maxOutputTokens"],
    message: "must be less than contextWindow",
  });
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

const Catalogue = z.strictObject({
  /** The day on which the figures were looked up. */
  noted: z.iso.date().optional(),
  about: z.string().optional(),
  models: z.array(CatalogueEntry),
});

let shipped: z.infer<typeof Catalogue> | undefined;

function shippedCatalogue(): z.infer<typeof Catalogue> {
  const file = new URL("./catalogue.json", import.meta.url);
  shipped ??= readJson(readFileSync(file, "utf8"), Catalogue, "catalogue.json");
  return shipped;
}

export const shippedEntries = (): readonly CatalogueEntry[] => shippedCatalogue().models;

/** The shipped models, with those of the user's models.json in their places or after them. */
export function knownEntries(settings: ModelSettings): CatalogueEntry[] {
  const own = ownCatalogue(settings)?.models ?? [];
  const byId = new Map([...shippedEntries(), ...own].map((entry) => [entry.id, entry]));
  return [...byId.values()];
}

/** The day on which the figures of this model were looked up; null where its list does not say. */
export function notedOn(id: string, settings: ModelSettings): string | null {
  const own = ownCatalogue(settings);
  const from = own?.models.some((entry) => entry.id === id) ? own : shippedCatalogue();
  return from.noted ?? null;
}

const ownCatalogue = (settings: ModelSettings) => readUserFile(join(settings.dataDir, "models.json"), Catalogue);
