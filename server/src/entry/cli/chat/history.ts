import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, writePrivateFile } from "#platform";

/** The file with the history of typed lines, newest first. Only its owner may read it. */
const fileOf = ({ dataDir }: Config): string => join(dataDir, "chat-history.json");

export function readHistory(config: Config): string[] {
  try {
    const found: unknown = JSON.parse(readFileSync(fileOf(config), "utf8"));
    return Array.isArray(found) ? found.filter((line) => typeof line === "string") : [];
  } catch {
    return []; // there is no history yet, or the file is damaged
  }
}

export function keepHistory(config: Config, lines: readonly string[]): void {
  if (existsSync(config.dataDir)) writePrivateFile(fileOf(config), JSON.stringify(lines));
}
