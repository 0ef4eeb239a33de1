import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError } from "#platform";
import type { ModelTerms } from "../catalogue/model-terms.ts";
import { describeSchema } from "../request/describe-schema.ts";
import { createHttpGateway, type OnRate } from "./http-gateway.ts";
import { nameOf, type Provider } from "./providers.ts";
import type { ReadyModel } from "./resolve-model.ts";

/** The AI SDK's model object for a ready model. */
export function createLanguageModel({ terms, connection }: ReadyModel, onRate: OnRate): LanguageModelV4 {
  const { provider, inProcess, env } = connection;
  if (inProcess) return inProcess.createModel(terms.id, terms, env);
  if (!provider) throw new AppError("model_not_ready", `No provider is configured here for ${terms.id}.`);
  return createAdapter(terms, provider, onRate);
}

function createAdapter({ id, api }: ModelTerms, provider: Provider, onRate: OnRate): LanguageModelV4 {
  const name = nameOf(id);
  const access = accessTo(provider, onRate);
  switch (provider.kind) {
    case "anthropic":
      return createAnthropic(access)(name);
    case "google":
      return createGoogle(access)(name);
    case "openai":
      return api === "chat" ? createOpenAI(access).chat(name) : createOpenAI(access).responses(name);
    default:
      return describeSchema(createOpenAICompatible({ ...access, name: provider.name, ...options }).chatModel(name));
  }
}

/**
 * Without `includeUsage`, compatible endpoints stream no usage. Without `supportsStructuredOutputs`, the SDK does not send
 * them the schema.
 */
const options = { includeUsage: true, supportsStructuredOutputs: true };

/** Always sets a key, because without one the SDK would look for it in the environment. */
export const accessTo = (provider: Provider, onRate: OnRate) => ({
  baseURL: provider.baseUrl,
  apiKey: provider.key ?? "none",
  fetch: createHttpGateway(provider, onRate),
});
