import { findProgress } from "#board";
import { type SourceDocument, sourceDocuments, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import type { Process, RecipeStep, Stage } from "#recipes";
import { firstMessage } from "../build-prompt.ts";
import type { PromptScene } from "../prompt-scene.ts";
import { promptFeedback } from "./prompt-feedback.ts";

/**
 * What the calls of a stage start from, as one readable text: the instructions and, for each step, the request, the
 * documents of earlier stages it reads (each call a part of them), what people said, and the task. Made of what stands
 * now; the caller holds the session's lock.
 */
export async function buildSeedPrompt(db: Tx, scene: PromptScene & { process: Process }): Promise<string> {
  const { session, stage } = scene;
  const earlier = stage.recipe.steps.flatMap((step) => earlierStages(step, stage));
  const stages = [...new Set(earlier)];
  const at = { sessionId: session.id, iteration: session.iteration };
  const sources = stages.length === 0 ? [] : await sourceDocuments(db, { ...at, stages });
  const progress = await findProgress(db, at);
  const prompts: string[] = [];
  for (const step of stage.recipe.steps) {
    const texts = await sourceTexts(db, readBy(step, stage, sources));
    const said = await promptFeedback(db, { scene, texts, asOf: null, rewrites: null });
    prompts.push(firstMessage(scene, step, { ...said, progress }).user);
  }
  return `${[stage.recipe.instructions, ...prompts].join("\n\n")}\n`;
}

const earlierStages = (step: RecipeStep, stage: Stage): string[] =>
  step.inputs.flatMap((input) => (input.stage && input.stage !== stage.key ? [input.stage] : []));

const readBy = (step: RecipeStep, stage: Stage, sources: readonly SourceDocument[]) =>
  sources
    .filter((source) =>
      step.inputs.some(
        (input) => input.stage !== stage.key && input.stage === source.stage && input.type === source.type,
      ),
    )
    .map((source) => source.id);
