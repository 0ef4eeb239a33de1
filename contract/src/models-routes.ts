import { z } from "zod";
import {
  ConfigProblem,
  EmbeddingEntry,
  EmbeddingModelInfo,
  ModelEntry,
  ModelTest,
  NewProviderKey,
  ProviderKey,
} from "./models.ts";
import { ModelInfo } from "./resources.ts";
import { listOf, type Route } from "./route.ts";

/** Which models there are, and with which keys they are asked. */
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
    about: "One model, also one that is not listed because its free provider may run any.",
    query: z.object({ id: z.string() }),
    response: ModelInfo,
  },
  addModel: {
    method: "post",
    path: "/api/models",
    about: "Lists a model of your own, or gives one that is listed other figures; only you see it.",
    body: ModelEntry,
    response: ModelInfo,
  },
  removeModel: {
    method: "post",
    path: "/api/models/remove",
    about: "Takes a model of your own off your list.",
    body: z.strictObject({ id: z.string() }),
    response: z.object({ id: z.string() }),
  },
  listEmbeddingModels: {
    method: "get",
    path: "/api/embedding-models",
    about: "The models that can turn texts into vectors, and which one memory uses here.",
    response: listOf(EmbeddingModelInfo),
  },
  addEmbeddingModel: {
    method: "post",
    path: "/api/embedding-models",
    about: "Lists an embedding model of your own; only you see it. Taken off as any model of yours.",
    body: EmbeddingEntry,
    response: EmbeddingModelInfo,
  },
  testModel: {
    method: "post",
    path: "/api/models/test",
    about: "Makes one tiny call to a model, paid from the wallet, and says what came back.",
    body: z.strictObject({ id: z.string() }),
    response: ModelTest,
  },
  getConfiguration: {
    method: "get",
    path: "/api/configuration",
    about: "What is wrong with the configuration files of this server, models.json and providers.json.",
    response: z.object({ problems: z.array(ConfigProblem) }),
  },
  listProviderKeys: {
    method: "get",
    path: "/api/provider-keys",
    about: "The keys your calls are made with: whose they are and how they end, never the keys.",
    response: listOf(ProviderKey),
  },
  setProviderKey: {
    method: "post",
    path: "/api/provider-keys",
    about: "Stores a provider's key for you, encrypted. It is used before one in the server's environment.",
    body: NewProviderKey,
    response: ProviderKey,
  },
  removeProviderKey: {
    method: "post",
    path: "/api/provider-keys/remove",
    about: "Forgets the key that was stored for you.",
    body: z.strictObject({ provider: z.string() }),
    response: z.object({ provider: z.string() }),
  },
} as const satisfies Record<string, Route>;
