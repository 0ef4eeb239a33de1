import { z } from "zod";

/**
 * Millionths of a dollar per million tokens. Nothing costs nothing: a model without a price is marked free instead. More than
 * a dollar for a single token is a slip, and what a call could cost must still be a sum that can be kept.
 */
const Price = z.int().positive().max(1_000_000_000_000);

/** More than any model reads or writes; above it somebody slipped, and counts would fit no column. */
export const TokenCount = z.int().positive().max(1_000_000_000);

export const ModelPrices = z.strictObject({
  input: Price,
  cachedInput: Price,
  cacheWrite: Price,
  output: Price,
  reasoning: Price,
});
export type ModelPrices = z.infer<typeof ModelPrices>;

/** JSON can say what no database stores as JSON: NUL, and half a character. */
const Words = z.string().regex(/^[^\0\p{Cs}]*$/u, "must be text");

const modelId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*\/[^\s\p{Cc}\p{Cs}]+$/u, "must be provider/model");

/** A model as it is listed: in the catalogue, in a user's models.json, and by a user through the API. */
export const ModelEntry = z
  .strictObject({
    id: modelId,
    name: Words.max(200).optional(),
    about: Words.max(2_000).default(""),
    contextWindow: TokenCount,
    maxOutputTokens: TokenCount,
    tokenizer: z.string().max(100).default("unknown"),
    /** OpenAI alone has two ways to be asked. */
    api: z.enum(["responses", "chat"]).default("responses"),
    free: z.boolean().default(false),
    prices: ModelPrices.optional(),
  })
  .refine((entry) => entry.maxOutputTokens < entry.contextWindow, {
    path: ["maxOutputTokens"],
    message: "must be less than contextWindow",
  });
export type ModelEntry = z.infer<typeof ModelEntry>;

/** A model that turns texts into vectors, as it is listed. It writes nothing, so that it has one price: that of what it reads. */
export const EmbeddingEntry = z.strictObject({
  kind: z.literal("embedding").default("embedding"),
  id: modelId,
  name: Words.max(200).optional(),
  about: Words.max(2_000).default(""),
  /** The most tokens of one text; what is longer is cut. */
  contextWindow: TokenCount,
  /** How many numbers a vector has. */
  dimensions: z.int().min(2).max(16_000),
  free: z.boolean().default(false),
  price: Price.optional(),
  /** The day on which its figures were looked up, where that is not the day of the whole list. */
  noted: z.iso.date().optional(),
});
export type EmbeddingEntry = z.infer<typeof EmbeddingEntry>;

export const EmbeddingModelInfo = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  about: z.string(),
  contextWindow: z.int(),
  /** Null where nobody has said, and none has been made yet. */
  dimensions: z.int().nullable(),
  free: z.boolean(),
  /** What a million tokens cost; null for what costs nothing, and where nobody said. */
  price: Price.nullable(),
  noted: z.iso.date().nullable(),
  source: z.enum(["shipped", "file", "own", "discovered"]),
  ready: z.boolean(),
  why: z.string().nullable(),
  /** Whether this installation embeds with it. */
  used: z.boolean(),
});
export type EmbeddingModelInfo = z.infer<typeof EmbeddingModelInfo>;

/** What is wrong with a configuration file of the data folder. */
export const ConfigProblem = z.object({
  file: z.enum(["models.json", "providers.json"]),
  /** Where the mistake is, what is used meanwhile, and what to do. */
  message: z.string(),
  /** `none`: there has never been a valid version, and whatever needs the file is refused. */
  inUse: z.enum(["last-valid", "none"]),
});
export type ConfigProblem = z.infer<typeof ConfigProblem>;

/** A key as it may be shown: whose it is and how it ends, never the key. */
export const ProviderKey = z.object({
  provider: z.string(),
  /** Its last four characters; null where so much would tell too much. */
  hint: z.string().nullable(),
  /** `stored`: kept encrypted for this user, and used before the environment's. */
  source: z.enum(["environment", "stored"]),
  /** Why it cannot be used although it is there; null when it can. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
});
export type ProviderKey = z.infer<typeof ProviderKey>;

export const NewProviderKey = z.strictObject({
  provider: z.string().max(100),
  key: z.string().max(4_000),
});

/** What one tiny call to a model showed. */
export const ModelTest = z.object({
  model: z.string(),
  latencyMs: z.int(),
  finishReason: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** The provider did not say how many tokens: they were counted by us. */
  estimated: z.boolean(),
  /** In millionths of a dollar. */
  cost: z.string().regex(/^\d+$/),
  text: z.string(),
});
export type ModelTest = z.infer<typeof ModelTest>;
