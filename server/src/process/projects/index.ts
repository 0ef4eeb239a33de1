/**
 * Projects: the rows of projects, sessions and stage runs, their names and folders. `#sessions` starts, plans and finishes
 * stages.
 *
 * Responsibilities: insert, read, lock and delete these rows; choose slugs and file names; remove folders of deleted projects.
 *
 * Words:
 * - *project*: a request and everything made from it. Its *slug* names its folder and is unique for its owner.
 * - *session*: one run of a process version over a project, with the models chosen for it.
 * - *stage run*: one stage of one iteration of a session. Triggers in `process/sessions/schema.sql` set its status.
 *
 * Tables: projects, project_deletions, project_imports, sessions, session_models, stage_runs, seed_prompts.
 *
 * Invariants:
 * - Deleting a project deletes all its rows except wallet entries. Its folder is recorded until it is removed.
 * - A session keeps the process version, the overlay and the quote that it was created with.
 */
export { deleteProject } from "./delete-project.ts";
export { fileName, isFolderName } from "./file-name.ts";
export { freeSlug } from "./free-slug.ts";
export { lockSession } from "./lock-session.ts";
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
  setOutputCap,
  stageRunsOf,
} from "./session.store.ts";
export { chosenModels, insertSessionModels, selectTerms } from "./session-models.store.ts";
