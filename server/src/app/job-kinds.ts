import { join } from "node:path";
import { boardFiles, keepBoard } from "#board";
import { projectFolder, renderJob } from "#documents";
import { summarizeJob } from "#exchanges";
import { createJobKinds, type JobKinds } from "#jobs";
import { collectJob, parseJob } from "#ledger";
import { type Embedder, indexJob } from "#memory";
import type { Config, Log } from "#platform";
import { combineJob, executeJob, planJob } from "#sessions";
import { callTools } from "./call-tools.ts";
import { onFactsChanged } from "./on-facts-changed.ts";

/** Where the trees of projects are kept up; null: nowhere. */
export const treeDirOf = (config: Config): string | null =>
  config.databaseUrl ? null : join(config.dataDir, "projects");

/**
 * Every kind of job and its handler: to add one, write it in its module and name it here. The tree of files is kept
 * up as documents are rendered where there is one folder to keep (embedded); workers of a server share none. `background`
 * is null where somebody waits for the end of the process: embedding would take the time from what it is there for.
 */
export function jobKinds(config: Config, log: Log, background: { embedder: Embedder | null } | null): JobKinds {
  const tools = { ...callTools(config, log), embedder: background?.embedder ?? null };
  return createJobKinds([
    planJob(tools),
    executeJob(tools),
    combineJob(tools),
    collectJob(),
    parseJob({ ...tools, onFactsChanged }),
    renderJob({
      folderOf: config.databaseUrl ? null : (project) => projectFolder(config.dataDir, project),
      keepBoard,
      boardFiles,
    }),
    summarizeJob(tools),
    ...(background ? [indexJob(background)] : []),
  ]);
}
