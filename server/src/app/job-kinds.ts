import { join } from "node:path";
import { renderJob } from "#documents";
import { createJobKinds, type JobKinds } from "#jobs";
import { readModelSettings } from "#models";
import type { Config } from "#platform";
import { executeJob, planJob } from "#sessions";

/**
 * Every kind of job and its handler: to add one, write it in its module and name it here. The tree of files is kept
 * up as documents are rendered where there is one folder to keep (embedded); workers of a server share none.
 */
export function jobKinds(config: Config): JobKinds {
  const models = readModelSettings(config);
  return createJobKinds([
    planJob({ models }),
    executeJob({ models }),
    renderJob({ treeDir: config.databaseUrl ? null : join(config.dataDir, "projects") }),
  ]);
}
