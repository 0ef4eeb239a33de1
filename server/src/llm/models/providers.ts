import { join } from "node:path";
import { z } from "zod";
import { type ModelSettings, readVariable } from "./model-settings.ts";
import { readJson, readUserFile } from "./read-json.ts";

export type Provider = {
  name: string;
  kind: "rehearsal" | "openai" | "anthropic" | "google" | "compatible";
  baseUrl: string;
  /** What to set or change if the address is wrong. */
  urlFrom: string;
  /** The environment variable of the key; null where none is needed. */
  keyVariable: string | null;
  key: string | undefined;
  /** On a machine of one's own: its models cost nothing, and need not be listed to be used. */
  free: boolean;
};

/** The part of a model's id that says who is asked: `openrouter` of `openrouter/some/model`. */
export const providerOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf("/")));

const reserved = ["rehearsal", "openai", "anthropic", "google"];

const Address = z.url({ protocol: /^https?$/, error: "must be an address such as http://127.0.0.1:8000/v1" }).refine(
  (text) => {
    const url = URL.parse(text);
    return !url?.username && !url?.password;
  },
  { error: "must not contain a password; name the variable of the key in keyEnv" },
);

const OwnProvider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, "must be small letters, digits and hyphens")
    .refine((name) => !reserved.includes(name), { error: "is the name of a provider that is built in" }),
  baseUrl: Address,
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, not the key itself")
    .optional(),
  free: z.boolean().default(false),
});
const OwnProviders = z.array(OwnProvider);

/** Everyone who can be asked, by name. Hosts come from here alone: from the environment and the data folder. */
export function readProviders(settings: ModelSettings): Map<string, Provider> {
  const path = join(settings.dataDir, "providers.json");
  const inline = readVariable(settings, "DIALECTIC_PROVIDERS");
  const own = [
    ...(readUserFile(path, OwnProviders) ?? []).map((one) => toProvider(one, path, settings)),
    ...(inline ? readJson(inline, OwnProviders, "DIALECTIC_PROVIDERS") : []).map((one) =>
      toProvider(one, "DIALECTIC_PROVIDERS", settings),
    ),
  ];
  return new Map([...builtIn(settings), ...own].map((provider) => [provider.name, provider]));
}

/** The keys that must not appear in anything that is kept or shown. */
export function knownKeys(settings: ModelSettings): string[] {
  return [...readProviders(settings).values()].flatMap(({ key }) => key ?? []);
}

function builtIn(settings: ModelSettings): Provider[] {
  const googleUrl = readVariable(settings, "GOOGLE_GENERATIVE_AI_BASE_URL")
    ? "GOOGLE_GENERATIVE_AI_BASE_URL"
    : "GOOGLE_BASE_URL";
  const at = (urlFrom: string, usual: string) => ({ urlFrom, baseUrl: readAddress(settings, urlFrom) ?? usual });
  const withKey = (keyVariable: string) => ({ keyVariable, key: readVariable(settings, keyVariable), free: false });
  const anthropic = at("ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1");
  // Anthropic's own tools leave the version out of this variable.
  if (new URL(anthropic.baseUrl).pathname === "/") anthropic.baseUrl = `${new URL(anthropic.baseUrl).origin}/v1`;
  return [
    { name: "rehearsal", kind: "rehearsal", baseUrl: "", urlFrom: "", keyVariable: null, key: undefined, free: true },
    { name: "anthropic", kind: "anthropic", ...anthropic, ...withKey("ANTHROPIC_API_KEY") },
    {
      name: "openai",
      kind: "openai",
      ...at("OPENAI_BASE_URL", "https://api.openai.com/v1"),
      ...withKey("OPENAI_API_KEY"),
    },
    {
      name: "google",
      kind: "google",
      ...at(googleUrl, "https://generativelanguage.googleapis.com/v1beta"),
      ...withKey("GOOGLE_GENERATIVE_AI_API_KEY"),
    },
    {
      name: "ollama",
      kind: "compatible",
      ...at("OLLAMA_BASE_URL", "http://127.0.0.1:11434/v1"),
      keyVariable: null,
      key: undefined,
      free: true,
    },
  ];
}

function readAddress(settings: ModelSettings, name: string): string | undefined {
  const value = readVariable(settings, name);
  return value === undefined ? undefined : readJson(JSON.stringify(value), Address, name).replace(/\/+$/, "");
}

function toProvider(own: z.infer<typeof OwnProvider>, urlFrom: string, settings: ModelSettings): Provider {
  return {
    name: own.name,
    kind: "compatible",
    baseUrl: own.baseUrl.replace(/\/+$/, ""),
    urlFrom,
    keyVariable: own.keyEnv ?? null,
    key: own.keyEnv === undefined ? undefined : readVariable(settings, own.keyEnv),
    free: own.free,
  };
}
