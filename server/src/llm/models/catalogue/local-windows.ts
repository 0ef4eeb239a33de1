import { z } from "zod";
import { assertNoTransaction } from "#platform";
import { createHttpGateway } from "../providers/http-gateway.ts";
import { type ModelSettings, readDiscoveryTimeout } from "../providers/model-settings.ts";
import { type Provider, providerOf, readProviders } from "../providers/providers.ts";

/** Ollama's response about running models. It contains the window of a loaded model. */
const Running = z.object({
  models: z.array(z.object({ model: z.string(), context_length: z.int().positive().optional() })),
});
/** Ollama's response about a model: `parameters` are lines of its file, `model_info` has the window it was trained for. */
const Shown = z.object({ parameters: z.string().optional(), model_info: z.record(z.string(), z.unknown()).optional() });

/** Ollama's context window for a model that sets none itself. */
const ollamaDefault = 4_096;

/** `isSure`: the server reported the window. Otherwise it is Ollama's default, which the server's settings may change. */
type Window = { tokens: number; isSure: boolean };

/** The windows that this process has read from Ollama servers; all others are unknown. */
const windows = new Map<string, Window>();
const keyOf = ({ baseUrl }: Provider, name: string): string => `${baseUrl} ${name}`;

/** The context window that an Ollama server uses for a model, if it has been read. */
export const knownWindow = (provider: Provider, name: string): number | undefined =>
  windows.get(keyOf(provider, name))?.tokens;

/** Like `knownWindow`, but without a window that is only Ollama's default: a listed window takes precedence over that. */
export function sureWindow(provider: Provider, name: string): number | undefined {
  const window = windows.get(keyOf(provider, name));
  return window?.isSure ? window.tokens : undefined;
}

const isOllama = ({ name, baseUrl }: Provider): boolean => name === "ollama" || new URL(baseUrl).port === "11434";

/**
 * Reads the actual windows of these models from Ollama servers. The provider may have any name. If a server is down,
 * nothing changes.
 */
export async function readLocalWindows(settings: ModelSettings, models: readonly string[]): Promise<void> {
  assertNoTransaction("Asking Ollama for context windows");
  const providers = readProviders(settings);
  const timeoutMs = readDiscoveryTimeout(settings);
  const byProvider = Map.groupBy(new Set(models), (id) => providers.get(providerOf(id)));
  await Promise.all(
    [...byProvider].map(async ([provider, ids]) => {
      if (provider?.kind !== "compatible" || !provider.free || provider.unconfirmed) return;
      const running = Running.safeParse(await ask(provider, "/api/ps", null, timeoutMs)).data;
      // Only Ollama lists its running models at this address. Any other server gets no further request.
      if (!running && !isOllama(provider)) return;
      const names = ids.map((id) => id.slice(provider.name.length + 1));
      await Promise.all(
        names.map(async (name) => {
          const window = await readWindow(provider, { name, running, timeoutMs });
          if (window !== null) windows.set(keyOf(provider, name), window);
        }),
      );
    }),
  );
}

async function readWindow(
  provider: Provider,
  input: { name: string; running: z.infer<typeof Running> | undefined; timeoutMs: number },
): Promise<Window | null> {
  const { name, running, timeoutMs } = input;
  const loaded = running?.models.find(({ model }) => model === name || model === `${name}:latest`)?.context_length;
  if (loaded !== undefined) return { tokens: loaded, isSure: true };
  const shown = Shown.safeParse(await ask(provider, "/api/show", { model: name }, timeoutMs)).data;
  if (!shown?.model_info) return null;
  const trained = Object.entries(shown.model_info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const set = Number(/^num_ctx\s+(\d+)/m.exec(shown.parameters ?? "")?.[1]) || null;
  const most = typeof trained === "number" && trained > 0 ? trained : Number.POSITIVE_INFINITY;
  return { tokens: Math.min(most, set ?? ollamaDefault), isSure: set !== null };
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
    return null; // the server is not running or is not Ollama; the usual window is assumed
  }
}
