import { type Config, readConfig } from "#platform";

/** The command to type for these words; it names the data folder unless that is the default one. */
export function commandFor(config: Config, words: string): string {
  const isUsual = readConfig(process.env).dataDir === config.dataDir;
  return `"dialectic ${words}${isUsual ? "" : ` --data ${config.dataDir}`}"`;
}

/** The end of an id, which names folders and which every command accepts; the first characters encode the time. */
export const shortIdOf = ({ id }: { id: string }): string => id.slice(-8);
