import { join } from "node:path";
import { z } from "zod";
import { readJson } from "../answer/read-json.ts";
import { readConfigFile } from "../config-files/read-config-file.ts";
import { type AllowedHost, isHostAllowed } from "../keys/allowed-hosts.ts";
import { type ModelSettings, readVariable } from "./model-settings.ts";

export type Provider = {
  name: string;
  kind: "openai" | "anthropic" | "google" | "compatible";
  baseUrl: string;
  /** The variable or file that sets the address. */
  urlFrom: string;
  /** The environment variable of the key; null if none is needed. */
  keyVariable: string | null;
  key: string | undefined;
  keySource: "environment" | "stored" | null;
  /** The reason the key cannot be used; null if it can be used, or if there is no key. */
  keyProblem: string | null;
  /** Set if there is a key that the user has not allowed this host to receive; `key` is then empty. */
  unconfirmed: AllowedHost | null;
  /** True for a self-hosted provider, whose models cost nothing and need not be listed. */
  free: boolean;
};

/** The provider in a model's id: `openrouter` in `openrouter/some/model`. */
export const providerOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf("/")));

/** The provider's own name for a model: `some/model` in `openrouter/some/model`. */
export const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1);

/**
 * `isTrusted`: the address comes from the program or the user's environment, not from the data folder's
 * `providers.json`.
 */
type Unkeyed = Omit<Provider, "key" | "keySource" | "keyProblem" | "unconfirmed"> & { isTrusted: boolean };

/** Names that providers.json may not use. The provider `rehearsal` is not in `builtIn`, because it runs in this process. */
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
    .regex(/^[a-z0-9][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens")
    .refine((name) => !reserved.includes(name), { error: "is the name of a built-in provider" }),
  baseUrl: Address,
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, not the key itself")
    .optional(),
  free: z.boolean().default(false),
});
export const OwnProviders = z.array(OwnProvider);

/** Describes a providers.json for a person who decides whether to trust it. */
export function describeProviders(dataDir: string): string[] {
  try {
    const own = readConfigFile({ env: {}, dataDir }, "providers.json", OwnProviders) ?? [];
    return own.map(
      ({ name, baseUrl, keyEnv }) =>
        `providers.json: ${name} is at ${baseUrl}${keyEnv ? `, and receives ${keyEnv} once you allow that host` : ""}`,
    );
  } catch {
    return ["providers.json cannot be read"];
  }
}

/** All providers, by name. Their hosts come from the environment and the data folder only. */
export function readProviders(settings: ModelSettings): Map<string, Provider> {
  const path = settings.dataDir === null ? null : join(settings.dataDir, "providers.json");
  const inline = readVariable(settings, "DIALECTIC_PROVIDERS");
  const own = [
    ...(readConfigFile(settings, "providers.json", OwnProviders) ?? []).map((one) =>
      toProvider(one, { urlFrom: path ?? "", isTrusted: false }),
    ),
    ...(inline ? readJson(inline, OwnProviders, "DIALECTIC_PROVIDERS") : []).map((one) =>
      toProvider(one, { urlFrom: "DIALECTIC_PROVIDERS", isTrusted: true }),
    ),
  ];
  const shipped = builtIn(settings).map((one) => ({ ...one, isTrusted: true }));
  const all = [...shipped, ...own].map((provider) => withKey(provider, settings));
  return new Map(all.map((provider) => [provider.name, provider]));
}

/** The keys to redact from everything stored or shown, including environment keys that a stored key replaces. */
export function keysAmong(providers: ReadonlyMap<string, Provider>, settings: ModelSettings): string[] {
  const all = [...providers.values()];
  const fromEnvironment = all.flatMap(({ keyVariable }) =>
    keyVariable ? (readVariable(settings, keyVariable) ?? []) : [],
  );
  return [...new Set([...fromEnvironment, ...all.flatMap(({ key }) => key ?? [])])];
}

/**
 * The user's own key takes precedence over the environment's, even if it does not decrypt, because a silent fallback
 * would send prompts, and charge them, to an account that the user did not choose.
 */
function withKey({ isTrusted, ...provider }: Unkeyed, settings: ModelSettings): Provider {
  const stored = settings.own?.keys.get(provider.name);
  const found = stored
    ? { key: stored.key ?? undefined, keySource: "stored" as const, keyProblem: stored.problem }
    : fromEnvironment(provider, settings);
  if (found.key === undefined || isTrusted) return { ...provider, ...found, unconfirmed: null };
  const host = { origin: new URL(provider.baseUrl).origin, keyEnv: stored ? null : provider.keyVariable };
  if (isHostAllowed(settings.env, host)) return { ...provider, ...found, unconfirmed: null };
  // The user has not allowed this host to receive the key, so the key is left out.
  return { ...provider, ...found, key: undefined, unconfirmed: host };
}

function fromEnvironment({ keyVariable }: Pick<Provider, "keyVariable">, settings: ModelSettings) {
  const key = keyVariable ? readVariable(settings, keyVariable) : undefined;
  if (key === undefined) return { key, keySource: null, keyProblem: null };
  return { key, keySource: "environment" as const, keyProblem: isSendable(key) ? null : unsendable };
}

/**
 * False for a key that no header can contain. Checked before the call, so that the call is neither retried nor charged.
 */
const isSendable = (key: string): boolean => /^[ -~]+$/.test(key);
const unsendable = "it contains a line break or a character that no key has.";

function builtIn(settings: ModelSettings): Omit<Unkeyed, "isTrusted">[] {
  const googleUrl = readVariable(settings, "GOOGLE_GENERATIVE_AI_BASE_URL")
    ? "GOOGLE_GENERATIVE_AI_BASE_URL"
    : "GOOGLE_BASE_URL";
  const at = (urlFrom: string, usual: string) => ({ urlFrom, baseUrl: readAddress(settings, urlFrom) ?? usual });
  const anthropic = at("ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1");
  // Anthropic's own tools expect ANTHROPIC_BASE_URL without the version, so an address without a path gets `/v1`.
  if (new URL(anthropic.baseUrl).pathname === "/") anthropic.baseUrl = `${new URL(anthropic.baseUrl).origin}/v1`;
  return [
    { name: "anthropic", kind: "anthropic", ...anthropic, keyVariable: "ANTHROPIC_API_KEY", free: false },
    {
      name: "openai",
      kind: "openai",
      ...at("OPENAI_BASE_URL", "https://api.openai.com/v1"),
      keyVariable: "OPENAI_API_KEY",
      free: false,
    },
    {
      name: "google",
      kind: "google",
      ...at(googleUrl, "https://generativelanguage.googleapis.com/v1beta"),
      keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
      free: false,
    },
    {
      name: "ollama",
      kind: "compatible",
      ...at("OLLAMA_BASE_URL", "http://127.0.0.1:11434/v1"),
      keyVariable: null,
      free: true,
    },
  ];
}

function readAddress(settings: ModelSettings, name: string): string | undefined {
  const value = readVariable(settings, name);
  return value === undefined ? undefined : readJson(JSON.stringify(value), Address, name).replace(/\/+$/, "");
}

function toProvider(own: z.infer<typeof OwnProvider>, from: Pick<Unkeyed, "urlFrom" | "isTrusted">): Unkeyed {
  return {
    name: own.name,
    kind: "compatible",
    baseUrl: own.baseUrl.replace(/\/+$/, ""),
    ...from,
    keyVariable: own.keyEnv ?? null,
    free: own.free,
  };
}
