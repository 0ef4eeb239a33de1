import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { AppError } from "#platform";
import { accessTo } from "../create-language-model.ts";
import type { OnRate } from "../outgoing-door.ts";
import type { KnownEmbedding } from "./embedding-catalogue.ts";

/** The AI SDK's model behind an entry of the catalogue. */
export function createEmbeddingModel({ entry, provider }: KnownEmbedding, onRate: OnRate): EmbeddingModelV4 {
  if (!provider) throw new AppError("model_not_ready", `Nobody is configured who runs ${entry.id}.`);
  const name = entry.id.slice(provider.name.length + 1);
  const access = accessTo(provider, onRate);
  switch (provider.kind) {
    case "google":
      return createGoogle(access).embeddingModel(name);
    case "openai":
      return createOpenAI(access).embeddingModel(name);
    case "compatible":
      return createOpenAICompatible({ ...access, name: provider.name }).embeddingModel(name);
    default:
      throw new AppError("model_not_ready", `${provider.name} has no models that turn texts into vectors.`);
  }
}
