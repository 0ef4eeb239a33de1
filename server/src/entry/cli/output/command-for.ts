import { type Config, readConfig } from "#platform";

/** The full command for these words. It contains --data unless the data folder is the default one. */
export function commandFor(config: Config, words: string): string {
  const isUsual = readConfig(process.env).dataDir === config.dataDir;
  return `"dialectic ${words}${isUsual ? "" : ` --data ${config.dataDir}`}"`;
}

/**
 * The last characters of an id, which name folders and which every command accepts. The first ones encode the time and
 * hardly differ.
 */
export const shortIdOf = ({ id }: { id: string }): string => id.slice(-8);
