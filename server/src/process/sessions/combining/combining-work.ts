import { combinedType } from "#documents";
import { AppError } from "#platform";
import type { ExpectedArtifact, Process, RecipeStep } from "#recipes";
import type { PromptContext } from "../contributions/prompt-context.ts";

/** The key of the step that combines. */
export const combiningStep = "combine";

/** A session that is being run or quoted. */
export type CombiningContext = PromptContext & { process: Process };

/**
 * Replaces the instructions and steps of a stage's work with the instructions and the single step for combining. The step
 * merges the inputs, heading by heading, into a text of `words` words. Headings that no input has are not required.
 */
export function combiningWork<Context extends CombiningContext>(
  work: Context,
  { type, words }: { type: string; words: number },
): { work: Context; step: RecipeStep } {
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

/** The artifacts that documents of a type contain. */
function artifactsOf(process: Process, type: string): ExpectedArtifact[] {
  const steps = process.stages.flatMap((stage) => stage.recipe.steps);
  const writer = steps.find((step) => step.outputType === type);
  const whole = { key: "combined-text", title: "Combined text", words: 1_000, about: "", required: false };
  return writer?.artifacts ?? [whole];
}

const fewestWords = 10;

/** The same artifacts, with their word limits scaled so that they add up to a total. */
function inWords(artifacts: readonly ExpectedArtifact[], words: number): ExpectedArtifact[] {
  const sum = artifacts.reduce((total, one) => total + one.words, 0);
  return artifacts.map((one) => ({
    ...one,
    words: Math.max(fewestWords, Math.floor((one.words * words) / sum)),
    required: false,
  }));
}
