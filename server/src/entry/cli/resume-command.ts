import type { SessionId } from "@dialectic/contract";
import { type Config, readConfig } from "#platform";

/** What to type to go on with a run: with the data folder named when it is not the one that is found by itself. */
export function resumeCommand(config: Config, sessionId: SessionId): string {
  const isUsual = readConfig(process.env).dataDir === config.dataDir;
  return `"dialectic session resume ${sessionId}${isUsual ? "" : ` --data ${config.dataDir}`}"`;
}
