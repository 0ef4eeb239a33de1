import type { ModelSettings } from "../model-settings.ts";
import { settingsOf } from "../settings.fixture.ts";
import { anthropicWire, googleWire } from "./more-wires.ts";
import { chatWire, compatibleWire, responsesWire, type Wire } from "./wire.ts";

/** A key that would be a real one, so that one can look for it where it must not be. */
export const plantedKey = "sk-planted-0123456789abcdef";

export type Adapter = { name: string; model: string; keyVariable: string; wire: Wire };

export const adapters: Adapter[] = [
  { name: "OpenAI Responses", model: "openai/test-responses", keyVariable: "OPENAI_API_KEY", wire: responsesWire },
  { name: "OpenAI Chat", model: "openai/test-chat", keyVariable: "OPENAI_API_KEY", wire: chatWire },
  { name: "Anthropic", model: "anthropic/test", keyVariable: "ANTHROPIC_API_KEY", wire: anthropicWire },
  { name: "Google", model: "google/test", keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY", wire: googleWire },
  { name: "compatible", model: "lab/test", keyVariable: "LAB_KEY", wire: compatibleWire },
];

/** Everything points at one server on this machine, and every model is free: no call of a test may cost money. */
export function settingsAt(url: string, env: Record<string, string> = {}): ModelSettings {
  const keys = Object.fromEntries(adapters.map(({ keyVariable }) => [keyVariable, plantedKey]));
  return settingsOf({
    env: {
      ...keys,
      OPENAI_BASE_URL: `${url}/v1`,
      ANTHROPIC_BASE_URL: url,
      GOOGLE_BASE_URL: `${url}/v1beta`,
      ...env,
    },
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
