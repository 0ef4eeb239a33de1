import { channel } from "node:diagnostics_channel";
import type { EmbeddingEntry, ModelEntry } from "@dialectic/contract";
import { AppError, type Config, type Log } from "#platform";
import type { InProcessProvider } from "./in-process.ts";

/** A decrypted key of the acting user, or why it could not be decrypted. */
export type StoredKey = { key: string; problem: null } | { key: null; problem: string };

/** The acting user's own models, each with the day on which it was saved, and the user's keys by provider. */
export type OwnSettings = {
  models: readonly { entry: ModelEntry; noted: string }[];
  embeddings?: readonly { entry: EmbeddingEntry; noted: string }[];
  keys: ReadonlyMap<string, StoredKey>;
};

/** The only sources of keys, addresses and model lists: the environment, the data folder and the acting user. */
export type ModelSettings = {
  env: NodeJS.ProcessEnv;
  /** If null, no folder is read. */
  dataDir: string | null;
  /**
   * True if users share this database. The keys of the environment then belong to the server's operator, not to the users.
   */
  isShared?: boolean;
  /** Absent until `settingsFor` has read it. */
  own?: OwnSettings;
  /** Providers whose models run in this process. */
  inProcess?: readonly InProcessProvider[];
  /**
   * Set in a process that has the database open. Such a process logs problems of the files in the data folder and keeps
   * their last valid versions.
   */
  log?: Log;
};

/** The settings that all users share. Operations of a user complete them with `settingsFor`. */
export function readModelSettings(
  { env, dataDir, databaseUrl }: Config,
  registered: { inProcess: readonly InProcessProvider[]; log?: Log | undefined },
): ModelSettings {
  const { inProcess, log } = registered;
  return { env, dataDir, isShared: databaseUrl !== undefined, inProcess, ...(log ? { log } : {}) };
}

/** An empty variable is treated as unset, because shells and compose files create such variables. */
export function readVariable(settings: ModelSettings, name: string): string | undefined {
  return settings.env[name]?.trim() || undefined;
}

/** The longest permitted silence of a stream after its first text. */
export const readChunkTimeout = (settings: ModelSettings): number =>
  readMilliseconds(settings, "DIALECTIC_CHUNK_TIMEOUT_MS", "60000");

/** How long discovery waits for local providers. A provider that is not running must not delay the list. */
export const readDiscoveryTimeout = (settings: ModelSettings): number =>
  readMilliseconds(settings, "DIALECTIC_DISCOVERY_MS", "300");

function readMilliseconds(settings: ModelSettings, name: string, usual: string): number {
  const value = readVariable(settings, name) ?? usual;
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new AppError(
    "invalid_input",
    `${name} is “${value}”: it must be a whole number of milliseconds, such as ${usual}.`,
  );
}

const lookups = channel("dialectic:lookups");

/** Publishes that a list or a user's own settings were read. A test counts these lookups per call. */
export function publishLookup(of: "models.json" | "providers.json" | "stored settings"): void {
  if (lookups.hasSubscribers) lookups.publish(of);
}
