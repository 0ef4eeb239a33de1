import { type Config, readConfig } from "#platform";

/** The command to type for these words; it names the data folder unless that is the default one. */
export function commandFor(config: Config, words: string): string {
  const isUsual = readConfig(process.env).dataDir === config.dataDir;
  return `"dialectic ${words}${isUsual ? "" : ` --data ${config.dataDir}`}"`;
}
