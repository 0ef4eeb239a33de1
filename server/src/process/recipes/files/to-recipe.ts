import { strategyOf } from "../planners/strategies.ts";
import type { Combining, Recipe, RecipeStep } from "../process.ts";
import {
  artifactKey,
  combiningPrompts,
  hasCombining,
  type RecipeFile,
  type StepFile,
  stepGraph,
} from "./recipe-file.ts";

export type PromptVersion = { version: number; body: string };

/** Fills a validated recipe with its prompts, for use by stages. */
export function toRecipe(input: {
  file: RecipeFile;
  version: number;
  prompts: ReadonlyMap<string, PromptVersion>;
}): Recipe {
  const promptOf = (key: string): PromptVersion => {
    const prompt = input.prompts.get(key);
    if (!prompt) throw new Error(`The prompt ${key} of the recipe ${input.file.key} is missing.`);
    return prompt;
  };
  const graph = stepGraph(input.file);
  return {
    key: input.file.key,
    version: input.version,
    instructions: input.file.instructions.map((key) => promptOf(key).body).join("\n\n"),
    steps: input.file.steps.map((step, index) => toStep(step, graph[index]?.after ?? [], promptOf(step.prompt))),
    combining: hasCombining(input.file) ? combiningOf(input.prompts) : null,
  };
}

/** Null for a recipe from a time before combining existed. Its large inputs are shortened instead. */
function combiningOf(prompts: ReadonlyMap<string, PromptVersion>): Combining | null {
  const instructions = combiningPrompts.instructions.flatMap((key) => prompts.get(key)?.body ?? []);
  const task = prompts.get(combiningPrompts.prompt);
  if (!task || instructions.length < combiningPrompts.instructions.length) return null;
  return { instructions: instructions.join("\n\n"), prompt: task.body, promptVersion: task.version };
}

function toStep(step: StepFile, after: string[], prompt: PromptVersion): RecipeStep {
  return {
    key: step.key,
    name: step.name,
    after,
    promptKey: step.prompt,
    promptVersion: prompt.version,
    prompt: prompt.body,
    inputs: step.inputs.map((one) => ({ ...one, own: one.own ?? one.stage === undefined })),
    strategy: strategyOf(step.strategy, step.key).strategy,
    strategyAsWritten: step.strategy,
    outputType: step.output,
    intermediate: step.intermediate,
    artifacts: step.artifacts.map((artifact) => ({ key: artifactKey(artifact.title), ...artifact })),
    onChildFailure: step.on_child_failure,
    oversize: step.oversize,
  };
}
