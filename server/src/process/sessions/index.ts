/**
 * Sessions: a process run over a project, stage by stage.
 *
 * Words:
 * - A *project* is a request, the *brief*, and everything made from it.
 * - A *session* runs one version of a process with its chosen models.
 * - A *stage run* is one stage of one iteration. It has the status of its *root job*. Both change in one transaction
 *   (trigger `stage_follows_root` in `schema.sql`). The run is also paused while all its remaining work waits for money
 *   or approval (trigger `stage_pauses_for_payment`).
 * - A *quote* is the expected price of a session before it starts (quote/, docs/decisions/0012-the-quote.md).
 * - *Expected work* is the list of documents that a stage will write. It is fixed when the stage starts, and progress is
 *   counted against it.
 * - *Steering* is what people do between stages (steering/): they give feedback, edit documents, and *regenerate*
 *   single documents or all stale ones.
 * - The *seed prompt* contains the first prompts of a stage. It can be read before the stage starts.
 * - Inputs that are too large for a step are *combined* first, if the recipe says so (combining/,
 *   docs/decisions/0023-combining.md).
 *
 * The rows of projects, sessions and stage runs are in `#projects`.
 *
 * Job kinds:
 * - `plan` (stages/plan.job.ts): the root job creates one plan per model, and each plan creates waves of work orders.
 * - `execute` (contributions/execute.job.ts): one model call. Its steps are in write-contribution.ts.
 * - `combine` (combining/combine.job.ts): merges inputs that are too large.
 *
 * Always true:
 * - Only `moveOn` moves a session to another stage: when a user submits, or when the stage ends in auto mode.
 * - A further iteration (`startIteration`) starts at the stage that the process names. The documents of stages that it
 *   does not repeat are read as they are.
 * - Starting, submitting and retrying are idempotent.
 * - Progress never decreases, because "done" means that the document exists.
 * - A session keeps the process version, the model terms and the quote with which it was created. A further iteration
 *   freezes the terms again.
 * - In a quote, low <= expected <= high. A run without failures costs no less than low and no more than high.
 * - A stage reads the state at its start; a regeneration reads the state when it was requested. Every row that they read is
 *   written under the session's lock, so that a retry sends the same prompt.
 * - Operations lock jobs before the session, in the same order as workers do.
 */

export { combineJob } from "./combining/combine.job.ts";
export { executeJob } from "./contributions/execute.job.ts";
export type { SessionsCtx } from "./ctx.ts";
export { listInbox } from "./inbox/list-inbox.ts";
export { createQuote, listTerms, quoteFor } from "./quote/create-quote.ts";
export { quoteIteration } from "./quote/quote-iteration.ts";
export { quoteRest } from "./quote/quote-rest.ts";
export { continueWithout } from "./stages/continue-without.ts";
export { cancelStage, pauseStage, resumeStage, retryStage } from "./stages/control-stage.ts";
export { generateStage } from "./stages/generate-stage.ts";
export { planJob } from "./stages/plan.job.ts";
export { startIteration } from "./stages/start-iteration.ts";
export { submitStage } from "./stages/submit-stage.ts";
export { archiveSession, restoreSession } from "./state/archive-session.ts";
export { changeOutputCap } from "./state/change-output-cap.ts";
export { createProject } from "./state/create-project.ts";
export { createSession, readWindowsFor } from "./state/create-session.ts";
export { findByName } from "./state/find-by-name.ts";
export { listLabels } from "./state/list-labels.ts";
export { listSessions } from "./state/list-sessions.ts";
export { getProject, listProjects } from "./state/read-projects.ts";
export { getSession } from "./state/read-session.ts";
export { readSpending } from "./state/read-spending.ts";
export { changeSessionBudget, getSessionBudget } from "./state/session-budget.ts";
export { freezeImported } from "./state/session-terms.ts";
export { acceptFinding } from "./steering/accept-finding.ts";
export { answerQuestion, chooseVerdict } from "./steering/decide.ts";
export { editDocument } from "./steering/edit-document.ts";
export { giveFeedback, listFeedback } from "./steering/feedback/give-feedback.ts";
export { quoteRegeneration, quoteStale } from "./steering/regeneration/quote-regeneration.ts";
export { regenerateDocument } from "./steering/regeneration/regenerate-document.ts";
export { regenerateStale } from "./steering/regeneration/regenerate-stale.ts";
export { readSeedPrompt } from "./steering/seed/read-seed-prompt.ts";
export { refreshSeeds } from "./steering/seed/refresh-seeds.ts";
