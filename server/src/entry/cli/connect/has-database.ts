import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform";

/** True if a database exists. Without a database there are no settings to read, and opening it would create one. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "database"));
