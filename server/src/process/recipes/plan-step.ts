import type { ContributionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { requireInputs } from "./planners/require-inputs.ts";
import { plannerOf, strategyOf } from "./planners/strategies.ts";
import type { Plan, Process, RecipeStep, SourceDocument, Stage } from "./process.ts";

export type StepToPlan = {
  process: Process;
  stage: Stage;
  step: RecipeStep;
  /** The model for which to plan. In a converging stage, the lead model writes instead. */
  model: string;
  models: readonly string[];
  leadModel: string;
  /** The number of proposals per model in a stage where every model writes. */
  proposals: number;
  /**
   * Must contain every document of the stages that this recipe reads, including its own stage. Other documents are ignored.
   */
  sources: readonly SourceDocument[];
  /** Work keys of finished work, which is not planned again. */
  done?: Iterable<string> | undefined;
};

/** Plans the model calls of one step for one model. A pure function: the same documents give the same plan. */
export function planStep(input: StepToPlan): Plan {
  const { process, stage, step, models } = input;
  const model = stage.convergence === "single" ? input.leadModel : input.model;
  const readable = inSessionOrder(readableBy(stage, input.sources), models);
  const sources = readable.filter((source) => isInputOf(step, stage, model, source));
  const proposals = stage.convergence === "single" ? 1 : input.proposals;
  const context = { process, step, model, models, proposals, origins: originsOf(readable) };
  requireInputs(sources, context, readable);
  assertPlannable(step, sources);

  const { strategy, warning } = strategyOf(step.strategyAsWritten, step.key);
  const plan = plannerOf(strategy)(sources, context);
  const done = new Set(input.done);
  return {
    orders: plan.orders.filter((order) => !done.has(order.workKey)),
    warnings: warning ? [warning, ...plan.warnings] : plan.warnings,
  };
}

/**
 * Twelve models with four proposals each need far fewer pairs. A plan with a million pairs takes a few hundred megabytes of
 * memory.
 */
const maxPairs = 1_000_000;

/**
 * Throws if there are too many documents, because a planner may pair each document of the first input with every other
 * document.
 */
function assertPlannable(step: RecipeStep, sources: readonly SourceDocument[]): void {
  const firsts = sources.filter(({ type }) => type === step.inputs[0]?.type).length;
  if (firsts * (sources.length - firsts) <= maxPairs) return;
  throw new AppError(
    "invalid_input",
    `The step "${step.key}" would read ${sources.length} documents, which is too many to plan.`,
  );
}

/**
 * Selects the documents of the stages that the recipe reads, so that the plan does not depend on which other documents are
 * loaded.
 */
function readableBy(stage: Stage, sources: readonly SourceDocument[]): SourceDocument[] {
  const stages = new Set(stage.recipe.steps.flatMap((step) => step.inputs.map((input) => input.stage ?? stage.key)));
  const byId = new Map(sources.filter((source) => stages.has(source.stage)).map((source) => [source.id, source]));
  return [...byId.values()];
}

/**
 * Sorts by the order of the session's models, then by work key, not by time of arrival. Documents of other models come last.
 */
function inSessionOrder(sources: readonly SourceDocument[], models: readonly string[]): SourceDocument[] {
  const place = (source: SourceDocument) => {
    const index = models.indexOf(source.model);
    return index < 0 ? models.length : index;
  };
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return sources.toSorted(
    (a, b) => place(a) - place(b) || compare(a.model, b.model) || compare(a.workKey, b.workKey) || compare(a.id, b.id),
  );
}

function isInputOf(step: RecipeStep, stage: Stage, model: string, source: SourceDocument): boolean {
  return step.inputs.some(
    (input) =>
      input.type === source.type &&
      (input.stage ?? stage.key) === source.stage &&
      (!input.own || source.model === model) &&
      (!input.others || source.model !== model),
  );
}

const originsOf = (sources: readonly SourceDocument[]): Map<ContributionId, SourceDocument> =>
  new Map(sources.filter((source) => source.lineageId === source.id).map((source) => [source.id, source]));
