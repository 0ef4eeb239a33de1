import type { ModelInfo } from "@dialectic/contract";
import { z } from "zod";
import { assertNoTransaction } from "#platform";
import { createHttpGateway } from "../providers/http-gateway.ts";
import { type ModelSettings, readDiscoveryTimeout } from "../providers/model-settings.ts";
import { type Provider, readProviders } from "../providers/providers.ts";
import { findModel, listModels, toInfo } from "./catalogue.ts";
import { readLocalWindows } from "./local-windows.ts";

/** The part of an OpenAI-compatible server's answer to /models that is used here. */
const Answer = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** Listing models reads the context windows of at most this many models. A session reads the windows of all its models. */
const mostRead = 40;

/** The unlisted models of free providers that run now: Ollama, and free providers of providers.json. */
export async function discoverModels(settings: ModelSettings): Promise<ModelInfo[]> {
  assertNoTransaction("Asking providers for their models");
  const listed = new Set(listModels(settings).map((model) => model.id));
  const local = [...readProviders(settings).values()].filter(
    ({ kind, free, unconfirmed }) => kind === "compatible" && free && !unconfirmed,
  );
  const timeoutMs = readDiscoveryTimeout(settings);
  const found = await Promise.all(local.map((provider) => modelsAt(provider, timeoutMs)));
  const unlisted = found.flat().filter((id) => !listed.has(id));
  await readLocalWindows(settings, unlisted.slice(0, mostRead));
  return unlisted.map((id) => toInfo(findModel(id, settings)));
}

async function modelsAt(provider: Provider, timeoutMs: number): Promise<string[]> {
  try {
    const response = await createHttpGateway(provider)(`${provider.baseUrl}/models`, {
      headers: provider.key ? { authorization: `Bearer ${provider.key}` } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data } = Answer.parse(await response.json());
    return data.map(({ id }) => `${provider.name}/${id}`);
  } catch {
    // The server is not running or not ready, or it is another kind of server. Its models are left out of the list.
    return [];
  }
}
