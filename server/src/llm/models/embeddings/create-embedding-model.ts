import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { AppError } from "#platform";
import { accessTo } from "../providers/create-language-model.ts";
import type { OnRate } from "../providers/http-gateway.ts";
import { nameOf } from "../providers/providers.ts";
import type { ReadyEmbedding } from "./ready-embedding.ts";

/** The AI SDK's model object for a ready embedding model. */
export function createEmbeddingModel({ terms, connection }: ReadyEmbedding, onRate: OnRate): EmbeddingModelV4 {
  const { provider } = connection;
  if (!provider) throw new AppError("model_not_ready", `No provider is configured for ${terms.id}.`);
  const name = nameOf(terms.id);
  const access = accessTo(provider, onRate);
  switch (provider.kind) {
    case "google":
      return createGoogle(access).embeddingModel(name);
    case "openai":
      return createOpenAI(access).embeddingModel(name);
    case "compatible":
      return createOpenAICompatible({ ...access, name: provider.name }).embeddingModel(name);
    default:
      throw new AppError("model_not_ready", `${provider.name} has no embedding models.`);
  }
}
