import { AppError } from "#platform";
import type { SourceDocument, StepInput } from "../process.ts";
import type { PlannerContext } from "./planner.ts";

/** Throws if no document of a required type exists: an incomplete plan is worse than none. */
export function requireInputs(sources: readonly SourceDocument[], context: PlannerContext): void {
  for (const input of context.step.inputs) {
    if (!input.required || sources.some((source) => source.type === input.type)) continue;
    throw missingInput(context, input, "there is none that it can use");
  }
}

export function missingInput({ process, step }: PlannerContext, input: StepInput, why: string): AppError {
  const stage = process.stages.find((one) => one.key === input.stage);
  const from = stage ? ` from the stage ${stage.name}` : "";
  return new AppError(
    "missing_input",
    `The step "${step.key}" needs a document of type ${input.type}${from}, and ${why}. Generate what is missing first.`,
    { details: { step: step.key, type: input.type, stage: input.stage ?? null } },
  );
}
