import { combinedType } from "#documents";
import { AppError } from "#platform";
import type { ExpectedArtifact, Process, RecipeStep } from "#recipes";
import type { PromptContext } from "../contributions/prompt-context.ts";

/** What a task is called that combines; no step of a recipe need be. */
export const combiningStep = "combine";

/** Where something is combined: in a session that runs, or in one that is only reckoned with. */
export type CombiningScene = PromptContext & { process: Process };

/**
 * The stage's work as it is for combining: other instructions, and one step that writes what the inputs have, heading by
 * heading, in so many words. Headings that no input has are not missed.
 */
export function combiningWork<Scene extends CombiningScene>(
  work: Scene,
  { type, words }: { type: string; words: number },
): { work: Scene; step: RecipeStep } {
  const { recipe } = work.stage;
  if (!recipe.combining) {
    throw new AppError("invalid_recipe", `The recipe ${recipe.key} has no prompts for combining.`);
  }
  const { instructions, prompt, promptVersion } = recipe.combining;
  const step: RecipeStep = {
    key: combiningStep,
    name: "Combine inputs",
    after: [],
    promptKey: "combining",
    promptVersion,
    prompt,
    inputs: [],
    strategy: "all_to_one",
    strategyAsWritten: "all_to_one",
    outputType: combinedType,
    intermediate: true,
    artifacts: inWords(artifactsOf(work.process, type), words),
    onChildFailure: "fail",
    oversize: "compress",
  };
  return { work: { ...work, stage: { ...work.stage, recipe: { ...recipe, instructions, steps: [step] } } }, step };
}

/** What documents of a type consist of. */
function artifactsOf(process: Process, type: string): ExpectedArtifact[] {
  const steps = process.stages.flatMap((stage) => stage.recipe.steps);
  const writer = steps.find((step) => step.outputType === type);
  const whole = { key: "combined-text", title: "Combined text", words: 1_000, about: "", required: false };
  return writer?.artifacts ?? [whole];
}

const fewestWords = 10;

/** The same artifacts in the same proportions, so many words in all. */
function inWords(artifacts: readonly ExpectedArtifact[], words: number): ExpectedArtifact[] {
  const sum = artifacts.reduce((total, one) => total + one.words, 0);
  return artifacts.map((one) => ({
    ...one,
    words: Math.max(fewestWords, Math.floor((one.words * words) / sum)),
    required: false,
  }));
}
