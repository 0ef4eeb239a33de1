/**
 * Recipes: what a process consists of, and which model calls follow from it.
 *
 * Responsibilities: parse and validate process, recipe, prompt and domain files; store them as versions; plan the work orders
 * of a step; compute the expected work of a stage.
 *
 * Words:
 * - *process*: stages, whose order comes from *transitions*. A stage's *recipe* has *steps*, an acyclic graph; steps that
 *   do not depend on each other form a *wave*.
 * - A step takes *inputs* (documents of a type, from an earlier stage or step) and has a *strategy*. The *planner* of that
 *   strategy turns documents into *work orders*, one model call each.
 * - *work key*: names a work order by step, model and subject. It is known before the call, so progress can be counted and
 *   work resumed.
 * - *domain*: a field of work, with its processes and its *overlay*: sections that are added to every prompt. Overlays of
 *   project and session take precedence.
 *
 * Tables: process_templates, stages, stage_transitions, recipes, recipe_prompts, prompt_templates, domains, domain_processes.
 * `seedProcesses` fills them from `server/seed`, `addTemplates` from a user's own files.
 *
 * Invariants:
 * - A row never changes: new content is a new version, and a session keeps the version that it started with. Loaded
 *   processes are cached and frozen.
 * - An imported template is visible to its importer only, and is never the newest version.
 * - Stored templates are valid: an invalid set of files is refused as a whole. An unknown strategy is not an error: it causes a
 *   warning and means `per_source_document`.
 * - Planners are pure and independent of the order of documents. No document is used twice, and none is dropped without a
 *   warning. A missing required input is an error.
 * - A new planner needs one file in `planners/`, one line in `planners/strategies.ts` and one in `strategies` of process.ts.
 */

export { expectedWork, simulate } from "./expected-work.ts";
export { mergeOverlays, parseOverlay } from "./overlay.ts";
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
export { latestDomain, listDomains, processOfDomain } from "./read-domains.ts";
export { latestProcess, listProcesses, loadProcess } from "./read-processes.ts";
export { seedProcesses } from "./seed-processes.ts";
export { shippedDomain } from "./shipped-domain.ts";
export { shippedProcess } from "./shipped-process.ts";
export { addTemplates } from "./templates/add-templates.ts";
export { DomainBundle, importDomain, readDomainBundle } from "./templates/domain-bundle.ts";
export { importProcess, ProcessBundle, readProcessBundle } from "./templates/process-bundle.ts";
export { waves } from "./waves.ts";
