import type { ModelSettings } from "../providers/model-settings.ts";
import { settingsOf } from "../providers/settings.fixture.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { chatWire, compatibleWire, ollamaWire } from "./chat-wires.ts";
import { googleWire } from "./google-wire.ts";
import { responsesWire } from "./responses-wire.ts";
import type { Wire } from "./wire.ts";

/** Looks like a real key; tests search for it where it must not appear. */
export const plantedKey = "sk-planted-0123456789abcdef";

export type Adapter = { name: string; model: string; keyVariable: string | null; wire: Wire };

export const adapters: Adapter[] = [
  { name: "OpenAI Responses", model: "openai/test-responses", keyVariable: "OPENAI_API_KEY", wire: responsesWire },
  { name: "OpenAI Chat", model: "openai/test-chat", keyVariable: "OPENAI_API_KEY", wire: chatWire },
  { name: "Anthropic", model: "anthropic/test", keyVariable: "ANTHROPIC_API_KEY", wire: anthropicWire },
  { name: "Google", model: "google/test", keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY", wire: googleWire },
  { name: "compatible", model: "lab/test", keyVariable: "LAB_KEY", wire: compatibleWire },
  { name: "Ollama", model: "ollama/test", keyVariable: null, wire: ollamaWire },
];

/** An environment with keys for all adapters, in which one local server stands in for every provider. */
export function envAt(url: string): Record<string, string> {
  const variables = adapters.flatMap(({ keyVariable }) => keyVariable ?? []);
  return {
    ...Object.fromEntries(variables.map((variable) => [variable, plantedKey])),
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_BASE_URL: `${url}/v1beta`,
    OLLAMA_BASE_URL: `${url}/v1`,
    DIALECTIC_ALLOWED_HOSTS: `${url}=LAB_KEY`,
  };
}

/** Every model is free, because no test may spend money. */
export function settingsAt(url: string, env: Record<string, string> = {}): ModelSettings {
  return settingsOf({
    env: { ...envAt(url), ...env },
    providers: [{ name: "lab", baseUrl: `${url}/v1`, keyEnv: "LAB_KEY", free: true }],
    models: adapters.map(({ model }) => ({
      id: model,
      contextWindow: 8000,
      maxOutputTokens: 1000,
      free: true,
      ...(model.endsWith("chat") ? { api: "chat" } : {}),
    })),
  });
}
