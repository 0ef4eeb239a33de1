import { AppError } from "#platform";
import type { SourceDocument, StepInput } from "../process.ts";
import type { PlannerContext } from "./planner.ts";

/**
 * Throws if no document of a required type can be used: an incomplete plan is worse than none. `readable` contains all
 * documents of the stages that the recipe reads, including those that the step leaves out.
 */
export function requireInputs(
  sources: readonly SourceDocument[],
  context: PlannerContext,
  readable: readonly SourceDocument[] = sources,
): void {
  for (const input of context.step.inputs) {
    if (!input.required || sources.some((source) => source.type === input.type)) continue;
    const isOwn = ({ type, model }: SourceDocument) => type === input.type && model === context.model;
    if (input.others && readable.some(isOwn)) throw onlyOwn(context, input);
    throw missingInput(context, input, "there is none that it can use");
  }
}

function onlyOwn({ step, model }: PlannerContext, input: StepInput): AppError {
  return new AppError(
    "missing_input",
    `The step "${step.key}" reads the ${input.type} documents of other models, but all of them are by ${model}. ` +
      `Add another model to the session, or remove "others: true" from the recipe, so that models may review their own texts.`,
    { details: { step: step.key, type: input.type, stage: input.stage ?? null } },
  );
}

export function missingInput({ process, step }: PlannerContext, input: StepInput, why: string): AppError {
  const stage = process.stages.find((one) => one.key === input.stage);
  const from = stage ? ` from the stage ${stage.name}` : "";
  return new AppError(
    "missing_input",
    `The step "${step.key}" needs a document of type ${input.type}${from}, but ${why}. Generate what is missing first.`,
    { details: { step: step.key, type: input.type, stage: input.stage ?? null } },
  );
}
