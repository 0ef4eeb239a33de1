import type { EmbeddingEntry, ModelEntry } from "@dialectic/contract";
import { AppError, type Config, type Log } from "#platform";
import type { InProcessProvider } from "./in-process.ts";

/** A key of the acting user, opened; or why it could not be. */
export type StoredKey = { key: string; problem: null } | { key: null; problem: string };

/** What the acting user has set: models with the day they were written down, and keys by provider. */
export type OwnSettings = {
  models: readonly { entry: ModelEntry; noted: string }[];
  embeddings?: readonly { entry: EmbeddingEntry; noted: string }[];
  keys: ReadonlyMap<string, StoredKey>;
};

/** Where keys, addresses and lists of models come from: the environment, the data folder, the acting user; nowhere else. */
export type ModelSettings = {
  env: NodeJS.ProcessEnv;
  /** null: no folder is looked at. */
  dataDir: string | null;
  /** Whether users share this database: then what is in the environment is not theirs, but of whoever runs the server. */
  isShared?: boolean;
  /** Absent until `settingsFor` has looked it up. */
  own?: OwnSettings;
  /** Providers whose models run in this process. */
  inProcess?: readonly InProcessProvider[];
  /**
   * Of a process that has the database open: it hears what is wrong with the files of the data folder, and such a process keeps
   * their last valid versions.
   */
  log?: Log;
};

/** What holds for everybody. A verb that acts for a user asks `settingsFor` to add what that user has set. */
export function readModelSettings(
  { env, dataDir, databaseUrl }: Config,
  registered: { inProcess: readonly InProcessProvider[]; log?: Log | undefined },
): ModelSettings {
  const { inProcess, log } = registered;
  return { env, dataDir, isShared: databaseUrl !== undefined, inProcess, ...(log ? { log } : {}) };
}

/** An empty variable is an unset one: shells and compose files leave such behind. */
export function readVariable(settings: ModelSettings, name: string): string | undefined {
  return settings.env[name]?.trim() || undefined;
}

/** How long a stream that has begun to speak may be silent. */
export const readChunkTimeout = (settings: ModelSettings): number =>
  readMilliseconds(settings, "DIALECTIC_CHUNK_TIMEOUT_MS", "60000");

/** How long a list of models waits for providers on this machine; one that is not there must not hold it up. */
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
