import type { ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import { assertNoTransaction } from "#platform";
import { createHttpGateway } from "../providers/http-gateway.ts";
import { type ModelSettings, readDiscoveryTimeout } from "../providers/model-settings.ts";
import { type Provider, readProviders } from "../providers/providers.ts";
import { findModel, listModels, toInfo } from "./catalogue.ts";

/** What every OpenAI-compatible server answers at /models, as far as we need it. */
const Answer = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** The models of free providers that are running now (Ollama, and what is configured) and that no catalogue lists. */
export async function discoverModels(settings: ModelSettings): Promise<ModelInfo[]> {
  assertNoTransaction("Asking providers for their models");
  const listed = new Set(listModels(settings).map((model) => model.id));
  const local = [...readProviders(settings).values()].filter(
    ({ kind, free, unconfirmed }) => kind === "compatible" && free && !unconfirmed,
  );
  const patienceMs = readDiscoveryTimeout(settings);
  const found = await Promise.all(local.map((provider) => modelsAt(provider, patienceMs)));
  return found
    .flat()
    .filter((id) => !listed.has(id))
    .map((id) => toInfo(findModel(id, settings)));
}

async function modelsAt(provider: Provider, patienceMs: number): Promise<string[]> {
  try {
    const response = await createHttpGateway(provider)(`${provider.baseUrl}/models`, {
      headers: provider.key ? { authorization: `Bearer ${provider.key}` } : {},
      signal: AbortSignal.timeout(patienceMs),
    });
    const { data } = Answer.parse(await response.json());
    return data.map(({ id }) => `${provider.name}/${id}`);
  } catch {
    // Not there, not ready, or something else on that port: for a list these are all the same.
    return [];
  }
}
