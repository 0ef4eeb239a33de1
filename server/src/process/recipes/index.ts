/**
 * Recipes: what a process is made of, and which model calls follow from it.
 *
 * Words: a *process* lists stages; *transitions* alone give their order. A stage's *recipe* has *steps*, a graph
 * without cycles; steps that do not wait for each other form a *wave*. A step takes *inputs* (documents of a type,
 * from an earlier stage or an earlier step) and has a *strategy*. The *planner* of that name turns the documents at
 * hand into *work orders*, one model call each. A *work key* names a piece of work by step, model and what it is
 * about: the same before anything is written as afterwards, so that progress can be counted and work resumed.
 *
 * A *domain* is a field of work: the processes it offers, and an *overlay*, which is what binds every prompt beside the
 * request; the project's and the session's own are laid over it.
 *
 * Tables: process_templates, stages, stage_transitions, recipes, recipe_prompts, prompt_templates, domains,
 * domain_processes. They are filled from the files in `server/seed` (`seedProcesses`), and for one person alone from
 * theirs (`addTemplates`).
 *
 * Always true:
 * - What came with an imported project is its importer's alone, and nobody's newest version.
 * - A row is never changed: another content is the next version, and a session keeps the version it started with.
 * - A process is read once by a program and then remembered, frozen: the database refuses to change its rows.
 * - What is in the tables was valid: an invalid file is refused whole, with the place of the error.
 * - Only an unknown strategy is not an error: it means `per_source_document`, with a warning at load and at run.
 * - Planners are pure; the order in which documents are given does not matter; no document is used twice or lost
 *   without a warning. A required input that is missing is an error before any order is made.
 * - Another planner: one file in `planners/`, one line in `planners/planner-of.ts`, one in `strategies`.
 */
export { addTemplates } from "./add-templates.ts";
export { adoptDomain, DomainBundle, readDomainBundle } from "./domain-bundle.ts";
export { expectedWork, simulate } from "./expected-work.ts";
export { layOver, parseOverlay } from "./overlay.ts";
export { planStep } from "./plan-step.ts";
export type {
  Combining,
  ExpectedArtifact,
  OrderInput,
  Plan,
  PlannedWork,
  Process,
  Recipe,
  RecipeStep,
  SourceDocument,
  Stage,
  StepInput,
  Strategy,
  WorkOrder,
} from "./process.ts";
export { adoptProcess, ProcessBundle, readProcessBundle } from "./process-bundle.ts";
export { latestDomain, listDomains, processOfDomain } from "./read-domains.ts";
export { latestProcess, listProcesses, loadProcess } from "./read-processes.ts";
export { seedProcesses } from "./seed-processes.ts";
export { shippedDomain } from "./shipped-domain.ts";
export { shippedProcess } from "./shipped-process.ts";
export { waves } from "./waves.ts";
