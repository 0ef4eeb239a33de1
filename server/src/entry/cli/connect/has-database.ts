import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform";

/** Whether there is a database to ask. Where none is yet, nobody has set anything, and asking would make one. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "database"));
