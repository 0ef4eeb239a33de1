import type { ContributionId } from "@dialectic/contract";
import { newId } from "#platform";
import { planStep } from "./plan-step.ts";
import type { Recipe, RecipeStep, SourceDocument, Stage, StepInput, Strategy } from "./process.ts";
import { shippedProcess } from "./shipped-process.ts";

/**
 * Steps and documents for tests of the planners: three models, one thesis by each, and every model's critique of every
 * thesis.
 */

export const process = shippedProcess("classic");
export const recipe = (step: RecipeStep): Recipe => ({ key: "own", version: 1, instructions: "", steps: [step] });
export const models = ["m/one", "m/two", "m/three"];

export const input = (type: string, more: Partial<StepInput> = {}): StepInput => ({
  type,
  stage: type,
  own: false,
  required: true,
  relevance: 1,
  ...more,
});

export function stepOf(strategy: Strategy, inputs: StepInput[], more: Partial<RecipeStep> = {}): RecipeStep {
  return {
    key: "step",
    name: "Step",
    after: [],
    promptKey: "p",
    promptVersion: 1,
    prompt: "",
    inputs,
    strategy,
    strategyAsWritten: strategy,
    outputType: "result",
    intermediate: false,
    artifacts: [],
    onChildFailure: "fail",
    oversize: "compress",
    ...more,
  };
}

export function plan(
  step: RecipeStep,
  sources: readonly SourceDocument[],
  more: { model?: string; done?: string[]; proposals?: number } = {},
) {
  const stage: Stage = {
    key: "synthesis",
    name: "Synthesis",
    about: "",
    convergence: "per_model",
    recipe: recipe(step),
  };
  return planStep({
    process,
    stage,
    step,
    model: more.model ?? "m/one",
    models,
    leadModel: "m/two",
    proposals: more.proposals ?? 1,
    sources,
    done: more.done,
  });
}

export function thesis(model: string, more: Partial<SourceDocument> = {}): SourceDocument {
  const id = newId<ContributionId>();
  const name = { workKey: `propose:${model}`, proposal: null };
  return { id, type: "thesis", stage: "thesis", model, lineageId: id, ...name, ...more };
}

export const answer = (model: string, origin: SourceDocument, more: Partial<SourceDocument> = {}): SourceDocument => ({
  id: newId<ContributionId>(),
  type: "antithesis",
  stage: "antithesis",
  model,
  lineageId: origin.id,
  workKey: `critique:${model}(${origin.workKey})`,
  proposal: null,
  ...more,
});

export const theses = models.map((model) => thesis(model));
export const answers = theses.flatMap((origin) => models.map((model) => answer(model, origin)));
