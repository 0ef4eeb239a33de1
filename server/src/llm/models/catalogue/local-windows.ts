import { z } from "zod";
import { assertNoTransaction } from "#platform";
import { createHttpGateway } from "../providers/http-gateway.ts";
import { type ModelSettings, readDiscoveryTimeout } from "../providers/model-settings.ts";
import { type Provider, providerOf, readProviders } from "../providers/providers.ts";
import { knownEntries } from "./catalogue-entry.ts";

/** The parts of Ollama's answers that are used here. A loaded model says how large its window is. */
const Running = z.object({
  models: z.array(z.object({ model: z.string(), context_length: z.int().positive().optional() })),
});
/** `parameters` are lines of the model's file; `model_info` says what the model was trained for. */
const Shown = z.object({ parameters: z.string().optional(), model_info: z.record(z.string(), z.unknown()).optional() });

/** Ollama's context window for a model that sets none itself. */
const ollamaDefault = 4_096;

/** The windows that this process has read from Ollama servers; all others are unknown. */
const windows = new Map<string, number>();
const keyOf = ({ baseUrl }: Provider, name: string): string => `${baseUrl} ${name}`;

/** The context window that an Ollama server uses for a model, if it was read. */
export const knownWindow = (provider: Provider, name: string): number | undefined => windows.get(keyOf(provider, name));

const isOllama = ({ name, baseUrl, kind }: Provider): boolean =>
  kind === "compatible" && (name === "ollama" || new URL(baseUrl).port === "11434");

/**
 * Reads the actual windows of those models that are unlisted and run on Ollama. If a server is down, nothing changes.
 */
export async function readLocalWindows(settings: ModelSettings, models: readonly string[]): Promise<void> {
  assertNoTransaction("Asking Ollama for context windows");
  const providers = readProviders(settings);
  const listed = new Set(knownEntries(settings).map(({ entry }) => entry.id));
  const timeoutMs = readDiscoveryTimeout(settings);
  await Promise.all(
    models.map(async (id) => {
      const provider = providers.get(providerOf(id));
      if (!provider || listed.has(id) || !provider.free || provider.unconfirmed || !isOllama(provider)) return;
      const name = id.slice(provider.name.length + 1);
      const window = await readWindow(provider, name, timeoutMs);
      if (window !== null) windows.set(keyOf(provider, name), window);
    }),
  );
}

async function readWindow(provider: Provider, name: string, timeoutMs: number): Promise<number | null> {
  const running = await ask(provider, "/api/ps", null, timeoutMs);
  const loaded = Running.safeParse(running).data?.models.find(
    ({ model }) => model === name || model === `${name}:latest`,
  )?.context_length;
  if (loaded !== undefined) return loaded;
  const shown = Shown.safeParse(await ask(provider, "/api/show", { model: name }, timeoutMs)).data;
  if (!shown?.model_info) return null;
  const trained = Object.entries(shown.model_info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const set = Number(/^num_ctx\s+(\d+)/m.exec(shown.parameters ?? "")?.[1]) || ollamaDefault;
  return typeof trained === "number" && trained > 0 ? Math.min(trained, set) : set;
}

async function ask(provider: Provider, path: string, body: object | null, timeoutMs: number): Promise<unknown> {
  const url = new URL(path, provider.baseUrl).href;
  const headers = {
    "content-type": "application/json",
    ...(provider.key && { authorization: `Bearer ${provider.key}` }),
  };
  const request = body === null ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const response = await createHttpGateway(provider)(url, {
      ...request,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the server is not running, or is no Ollama: the usual window is assumed
  }
}
