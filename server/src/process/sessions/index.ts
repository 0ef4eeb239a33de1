/**
 * Sessions: a process run over a project, stage by stage.
 *
 * Words: a *project* is a request and everything made of it; its text is the *brief*. A *session* runs one version of
 * a process with its chosen models. A *stage run* is one stage of one iteration; its *root job* is the stage: what
 * becomes of that tree of jobs becomes of the stage, in the same transaction (trigger `stage_follows_root`).
 * A *quote* says what a session will cost before it starts (quote/, docs/decisions/0012-the-quote.md).
 * *Expected work* is the list of documents a stage will make, frozen when it starts; progress is counted against it.
 * *Steering* is what people do between stages (steering/): feedback, edits, documents *regenerated* one by one or as far
 * as they are stale. The *seed prompt* is what a stage's calls start from; it can be read before the stage begins.
 *
 * Inputs too large for a step that says so are *combined* first (combining/, docs/decisions/0023-combining.md).
 *
 * Tables: projects, project_deletions, sessions, session_models (by which terms a session uses a model), stage_runs, seed_prompts. Job kinds: `combine` (combining/combine.job.ts), `plan` (plan.job.ts: root → one plan per model → waves of work
 * orders) and `execute` (execute.job.ts: one model call; the story of a turn is write-contribution.ts).
 *
 * Always true:
 * - Only `moveOn` moves a session to another stage: called by a user's submit, or by the stage's end in auto mode.
 * - A further iteration (`startIteration`) begins where the process says; what it does not repeat stays and is read as it was.
 * - Starting, submitting, retrying twice is the same as once.
 * - Progress never goes back: done means the document exists.
 * - A session keeps the process version and the terms of its models it started with, and the quote it was made with. A
 *   further iteration freezes the terms again.
 * - A quote's low <= expected <= high; a run without failures costs no less than low and no more than high.
 * - A stage reads what stood when it began, a regenerated document what stood when that was asked for: whatever changes
 *   what is read is written under the session's lock, so a retry is sent the same prompt.
 * - Locks: jobs first, then the session (workers do so too).
 */
export { archiveSession, restoreSession } from "./archive-session.ts";
export { combineJob } from "./combining/combine.job.ts";
export { continueWithout } from "./continue-without.ts";
export { cancelStage, pauseStage, resumeStage, retryStage } from "./control-stage.ts";
export { createProject } from "./create-project.ts";
export { createQuote, listTerms, quoteFor } from "./create-quote.ts";
export { createSession } from "./create-session.ts";
export type { SessionsCtx } from "./ctx.ts";
export { deleteProject } from "./delete-project.ts";
export { executeJob } from "./execute.job.ts";
export { findByName } from "./find-by-name.ts";
export { freeSlug } from "./free-slug.ts";
export { generateStage } from "./generate-stage.ts";
export { listInbox } from "./inbox/list-inbox.ts";
export { listLabels } from "./list-labels.ts";
export { listSessions } from "./list-sessions.ts";
export { planJob } from "./plan.job.ts";
export { quoteIteration } from "./quote-iteration.ts";
export { quoteRest } from "./quote-rest.ts";
export { getProject, listProjects } from "./read-projects.ts";
export { getSession } from "./read-session.ts";
export { readStatement } from "./read-statement.ts";
export { removeFolder, removeLeftFolders } from "./remove-folders.ts";
export { changeSessionBudget, getSessionBudget } from "./session-budget.ts";
export { freezeImported } from "./session-terms.ts";
export { startIteration } from "./start-iteration.ts";
export { acceptFinding } from "./steering/accept-finding.ts";
export { answerQuestion, chooseVerdict } from "./steering/decide.ts";
export { editDocument } from "./steering/edit-document.ts";
export { giveFeedback, listFeedback } from "./steering/give-feedback.ts";
export { quoteRegeneration, quoteStale } from "./steering/quote-regeneration.ts";
export { readSeedPrompt } from "./steering/read-seed-prompt.ts";
export { regenerateDocument } from "./steering/regenerate-document.ts";
export { regenerateStale } from "./steering/regenerate-stale.ts";
export { submitStage } from "./submit-stage.ts";
