import { join } from "node:path";
import { enrichJob } from "#blocks";
import { boardFiles, keepBoard } from "#board";
import { projectFolder, renderJob } from "#documents";
import { summarizeJob } from "#exchanges";
import { findTurnItems } from "#items";
import { createJobKinds, type JobKinds } from "#jobs";
import { collectJob, parseJob } from "#ledger";
import { type Embedder, indexJob } from "#memory";
import type { Config, Log } from "#platform";
import { readNumbers, readUndecided } from "#review";
import { combineJob, executeJob, planJob } from "#sessions";
import { callTools } from "./call-tools.ts";
import { onFactsChanged } from "./subscriptions.ts";

/** The folder of the projects' trees; null if this process writes none. */
export const treeDirOf = (config: Config): string | null =>
  config.databaseUrl ? null : join(config.dataDir, "projects");

/**
 * Every kind of job and its handler. To add one, write it in its module and list it here. The tree of files is written
 * only with an embedded database, whenever documents are rendered. With a database server no tree is written, because the
 * worker processes share no folder. `background` is null in a process that runs a single command and then exits: embedding
 * would slow down the work that the user is waiting for.
 */
export function jobKinds(config: Config, log: Log, background: { embedder: Embedder | null } | null): JobKinds {
  const tools = { ...callTools(config, log), embedder: background?.embedder ?? null };
  return createJobKinds([
    planJob(tools),
    executeJob(tools),
    combineJob(tools),
    collectJob({ models: tools.models, findItems: findTurnItems }),
    parseJob({ ...tools, onFactsChanged }),
    enrichJob({ ...tools, onFactsChanged }),
    renderJob({
      folderOf: config.databaseUrl ? null : (project) => projectFolder(config.dataDir, project),
      keepBoard,
      boardFiles,
      readNumbers,
      readUndecided,
    }),
    summarizeJob(tools),
    ...(background ? [indexJob(background)] : []),
  ]);
}
