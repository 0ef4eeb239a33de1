import { type Config, readConfig } from "#platform";

/** What to type to do more with the same data: with the data folder named when it is not the one found by itself. */
export function commandFor(config: Config, words: string): string {
  const isUsual = readConfig(process.env).dataDir === config.dataDir;
  return `"dialectic ${words}${isUsual ? "" : ` --data ${config.dataDir}`}"`;
}
