/**
 * Projects: the rows of projects, sessions and stage runs, their names and folders. What runs over them (starting a stage,
 * planning, finishing) is `#sessions`.
 *
 * - A *project* is a request and everything made from it. Its *slug* names its folder and is unique for its owner.
 * - A *session* runs one version of a process over a project, with the models chosen for it.
 * - A *stage run* is one stage of one iteration of a session. It follows its root job (trigger `stage_follows_root`).
 *
 * Tables: projects, project_deletions, sessions, session_models, stage_runs, seed_prompts.
 *
 * Always true:
 * - A deleted project is gone with all its rows; what was paid stays in the books. Its folder is noted until it is removed.
 * - A session keeps the process version, the overlay and the quote it was made with.
 */
export { deleteProject } from "./delete-project.ts";
export { fileName } from "./file-name.ts";
export { freeSlug } from "./free-slug.ts";
export { lockedSession } from "./locked-session.ts";
export { insertProject } from "./project.store.ts";
export { removeFolder, removeLeftFolders } from "./remove-folders.ts";
export {
  type ExcludedWork,
  endedStageRun,
  excludedKeys,
  excludeWork,
  findSession,
  findStageRun,
  hasOpenJobs,
  insertSession,
  insertStageRun,
  markArchived,
  markRestored,
  markSubmitted,
  moveSession,
  newestRun,
  type SessionRow,
  type StageRunRow,
  seedPromptOf,
  stageRunsOf,
} from "./session.store.ts";
export { chosenModels, insertSessionModels, selectTerms } from "./session-models.store.ts";
