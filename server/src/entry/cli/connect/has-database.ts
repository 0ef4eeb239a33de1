import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform";

/** True if a database exists. If none exists, there are no settings to read, and connecting would create a database. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "database"));
