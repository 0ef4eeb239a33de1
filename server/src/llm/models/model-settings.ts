import { AppError, readConfig } from "#platform";

/** Where keys, addresses and a user's own lists come from: the environment and the data folder, nowhere else. */
export type ModelSettings = { env: NodeJS.ProcessEnv; dataDir: string };

export function readModelSettings(env: NodeJS.ProcessEnv = process.env): ModelSettings {
  return { env, dataDir: readConfig(env).dataDir };
}

/** An empty variable is an unset one: shells and compose files leave such behind. */
export function readVariable(settings: ModelSettings, name: string): string | undefined {
  return settings.env[name]?.trim() || undefined;
}

/** How long a stream that has begun to speak may be silent. */
export function readChunkTimeout(settings: ModelSettings): number {
  const value = readVariable(settings, "DIALECTIC_CHUNK_TIMEOUT_MS") ?? "60000";
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new AppError(
    "invalid_input",
    `DIALECTIC_CHUNK_TIMEOUT_MS is “${value}”: it must be a whole number of milliseconds, such as 60000.`,
  );
}
