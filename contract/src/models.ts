import { z } from "zod";
import { Remedy } from "./remedies.ts";
import { listOf, type Route } from "./route.ts";

/**
 * Millionths of a dollar per million tokens. Zero is not allowed: a model that costs nothing is marked free instead. More
 * than a dollar per token is a typo, and the maximum cost of a call must still fit the columns of the wallet.
 */
const Price = z.int().positive().max(1_000_000_000_000);

/** The limit is more than any model reads or writes. A larger number is a typo and would not fit the database columns. */
export const TokenCount = z.int().positive().max(1_000_000_000);

export const ModelPrices = z.strictObject({
  input: Price,
  cachedInput: Price,
  cacheWrite: Price,
  output: Price,
  reasoning: Price,
});
export type ModelPrices = z.infer<typeof ModelPrices>;

/** Text without NUL and unpaired surrogates, which JSON allows but PostgreSQL cannot store as jsonb. */
const Words = z.string().regex(/^[^\0\p{Cs}]*$/u, "must be text");

const modelId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*\/[^\s\p{Cc}\p{Cs}]+$/u, "must be provider/model");

/** A model entry: in the catalogue, in a user's models.json, or added by a user through the API. */
export const ModelEntry = z
  .strictObject({
    id: modelId,
    name: Words.max(200).optional(),
    about: Words.max(2_000).default(""),
    contextWindow: TokenCount,
    maxOutputTokens: TokenCount,
    tokenizer: z.string().max(100).default("unknown"),
    /** The API to call. Only OpenAI offers both; other providers ignore this. */
    api: z.enum(["responses", "chat"]).default("responses"),
    free: z.boolean().default(false),
    prices: ModelPrices.optional(),
  })
  .refine((entry) => entry.maxOutputTokens < entry.contextWindow, {
    path: ["maxOutputTokens"],
    message: "must be less than contextWindow",
  });
export type ModelEntry = z.infer<typeof ModelEntry>;

/** An embedding model entry. It has a single price, because it has no output tokens. */
export const EmbeddingEntry = z.strictObject({
  kind: z.literal("embedding").default("embedding"),
  id: modelId,
  name: Words.max(200).optional(),
  about: Words.max(2_000).default(""),
  /** The maximum number of tokens of one text; longer texts are cut. */
  contextWindow: TokenCount,
  /** The number of dimensions of a vector. */
  dimensions: z.int().min(2).max(16_000),
  free: z.boolean().default(false),
  price: Price.optional(),
  /** The day on which the model's figures were looked up, if it differs from the day of the whole list. */
  noted: z.iso.date().optional(),
});
export type EmbeddingEntry = z.infer<typeof EmbeddingEntry>;

export const EmbeddingModelInfo = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  about: z.string(),
  contextWindow: z.int(),
  /** Null if the dimensions are not configured and no vector has been created yet. */
  dimensions: z.int().nullable(),
  free: z.boolean(),
  /** The price of a million tokens; null if the model is free or its price is unknown. */
  price: Price.nullable(),
  noted: z.iso.date().nullable(),
  source: z.enum(["shipped", "file", "own", "discovered"]),
  ready: z.boolean(),
  why: z.string().nullable(),
  /** True if this installation uses the model for embeddings. */
  used: z.boolean(),
});
export type EmbeddingModelInfo = z.infer<typeof EmbeddingModelInfo>;

/** A problem with a configuration file in the data folder. */
export const ConfigProblem = z.object({
  file: z.enum(["models.json", "providers.json"]),
  /** The place of the mistake, the value used instead, and the remedy. */
  message: z.string(),
  /** `none`: the file has never been valid, so requests that need it are rejected. */
  inUse: z.enum(["last-valid", "none"]),
});
export type ConfigProblem = z.infer<typeof ConfigProblem>;

/** An API key as it may be shown: its provider and its last characters, never the key. */
export const ProviderKey = z.object({
  provider: z.string(),
  /** The last four characters; null where showing them would reveal too much. */
  hint: z.string().nullable(),
  /** `stored`: the key is kept encrypted for this user and takes precedence over a key in the environment. */
  source: z.enum(["environment", "stored"]),
  /** The reason the key cannot be used; null if it can. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
});
export type ProviderKey = z.infer<typeof ProviderKey>;

export const NewProviderKey = z.strictObject({
  provider: z.string().max(100),
  key: z.string().max(4_000),
});

/** The result of a test call to a model. */
export const ModelTest = z.object({
  model: z.string(),
  latencyMs: z.int(),
  finishReason: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** True if the provider reported no usage and the tokens were counted locally. */
  estimated: z.boolean(),
  /** In millionths of a dollar. */
  cost: z.string().regex(/^\d+$/),
  text: z.string(),
});
export type ModelTest = z.infer<typeof ModelTest>;

export const ModelInfo = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  about: z.string(),
  contextWindow: z.int(),
  maxOutputTokens: z.int(),
  free: z.boolean(),
  /** The price of a million tokens; null if the model is free or its price is unknown. */
  prices: ModelPrices.nullable(),
  /** The day on which the model's figures were looked up; null if unknown. */
  noted: z.iso.date().nullable(),
  /** The source of the entry: the shipped catalogue, models.json, the user's own list, or the provider's API, queried just now. */
  source: z.enum(["shipped", "file", "own", "discovered"]),
  /** True if the model can be chosen now; otherwise `why` says what to do. */
  ready: z.boolean(),
  why: z.string().nullable(),
  /** True if a key that the user could store is missing; a UI with a key form should link to that form. */
  needsKey: z.boolean(),
  /** The remedy for `why`, if there is one. */
  remedies: z.array(Remedy),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** The available models and the API keys for them. */
export const modelsRoutes = {
  listModels: {
    method: "get",
    path: "/api/models",
    about: "The models that can be chosen.",
    response: listOf(ModelInfo),
  },
  getModel: {
    method: "get",
    path: "/api/model",
    about: "One model. It need not be listed if its provider is free, because free providers can run any model.",
    query: z.object({ id: z.string() }),
    response: ModelInfo,
  },
  addModel: {
    method: "post",
    path: "/api/models",
    about: "Adds a model to your list, or overrides the figures of a listed model. Only you see the change.",
    body: ModelEntry,
    response: ModelInfo,
  },
  removeModel: {
    method: "post",
    path: "/api/models/remove",
    about: "Removes a model that you added.",
    body: z.strictObject({ id: z.string() }),
    response: z.object({ id: z.string() }),
  },
  listEmbeddingModels: {
    method: "get",
    path: "/api/embedding-models",
    about: "The models that can turn texts into vectors, and which of them memory uses in this installation.",
    response: listOf(EmbeddingModelInfo),
  },
  addEmbeddingModel: {
    method: "post",
    path: "/api/embedding-models",
    about: "Adds an embedding model to your list; only you see it. `removeModel` removes it.",
    body: EmbeddingEntry,
    response: EmbeddingModelInfo,
  },
  testModel: {
    method: "post",
    path: "/api/models/test",
    about: "Makes one tiny call to a model, paid from the wallet, and returns the answer.",
    body: z.strictObject({ id: z.string() }),
    response: ModelTest,
  },
  getConfiguration: {
    method: "get",
    path: "/api/configuration",
    about: "The problems in this server's configuration files, models.json and providers.json.",
    response: z.object({ problems: z.array(ConfigProblem) }),
  },
  listProviderKeys: {
    method: "get",
    path: "/api/provider-keys",
    about: "The API keys that your calls use: their provider, source and last characters, never the keys themselves.",
    response: listOf(ProviderKey),
  },
  setProviderKey: {
    method: "post",
    path: "/api/provider-keys",
    about: "Stores a provider's key for you, encrypted. It takes precedence over a key in the server's environment.",
    body: NewProviderKey,
    response: ProviderKey,
  },
  removeProviderKey: {
    method: "post",
    path: "/api/provider-keys/remove",
    about: "Deletes your stored key for a provider.",
    body: z.strictObject({ provider: z.string() }),
    response: z.object({ provider: z.string() }),
  },
} as const satisfies Record<string, Route>;
