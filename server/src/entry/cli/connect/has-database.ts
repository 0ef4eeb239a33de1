import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform";

/** True if a database exists. Without one there are no settings to read, and opening it would create it. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "database"));
