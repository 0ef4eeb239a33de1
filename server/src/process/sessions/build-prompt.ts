import type { ContributionId } from "@dialectic/contract";
import { type AsOf, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import {
  assemblePrompt,
  continueMessage,
  missingArtifactsTask,
  overlayText,
  type PromptDocument,
  type PromptFeedback,
  promptNonce,
  renderTemplate,
  taskValues,
} from "#prompts";
import type { RecipeStep, WorkOrder } from "#recipes";
import type { StageWork } from "./load-stage-work.ts";
import type { PromptScene } from "./prompt-scene.ts";
import { promptFeedback } from "./steering/prompt-feedback.ts";

/**
 * One turn of a work order; `missing` names the artifacts it asks for because the turn before left them out. What is
 * regenerated reads what stood when that was asked for; everything else what stood when its stage began.
 */
export type Writing = { work: StageWork; order: WorkOrder; missing: string[]; regeneratedAsOf: AsOf };

type Message = { role: "user" | "assistant"; content: string };
type Earlier = { text: string; missing: string[] };

/**
 * The prompt of one turn. The first user message is the same in every turn of a chain; what was written follows
 * as the assistant's own words, each with the short message that asked for more.
 */
export async function buildPrompt(
  db: Tx,
  input: Writing & { step: RecipeStep; earlier: Earlier[] },
): Promise<{ instructions: string; messages: Message[]; sourceVersions: Map<ContributionId, number> }> {
  const { work, order, step, earlier, missing, regeneratedAsOf } = input;
  const asOf = regeneratedAsOf ?? work.run.began;
  const texts = await sourceTexts(db, promptOrder(order), { asOf });
  const rewrites = regeneratedAsOf === null ? null : order.workKey;
  const first = firstMessage(work, step, await promptFeedback(db, { scene: work, texts, asOf, rewrites }));
  const messages: Message[] = [{ role: "user", content: first.user }];
  const asked = [...earlier.slice(1).map((chunk) => chunk.missing), missing];
  for (const [turn, chunk] of earlier.entries()) {
    messages.push({ role: "assistant", content: chunk.text });
    messages.push({
      role: "user",
      content: askForMore(work, step, { nonce: first.nonce, missing: asked[turn] ?? [] }),
    });
  }
  const sourceVersions = new Map(texts.map((text) => [text.id, text.version]));
  return { instructions: first.instructions, messages, sourceVersions };
}

/** The documents of an order as they stand in its prompt: D1, D2, … */
export const promptOrder = (order: WorkOrder): ContributionId[] => [...new Set(Object.values(order.inputs).flat())];

/** The same for the stage's seed prompt and for every call. */
export function firstMessage(
  { session, stage }: PromptScene,
  step: RecipeStep,
  { documents, feedback }: { documents: PromptDocument[]; feedback?: PromptFeedback[] },
) {
  return assemblePrompt({
    nonce: promptNonce({ sessionId: session.id, iteration: session.iteration, stage: stage.key }),
    instructions: stage.recipe.instructions,
    request: session.brief,
    overlay: overlayText(session.overlay),
    documents,
    feedback,
    task: {
      stage: stage.key,
      step: step.key,
      text: renderTemplate(
        step.prompt,
        taskValues({ stageName: stage.name, iteration: session.iteration, documents, feedback }),
      ),
      artifacts: step.artifacts,
    },
  });
}

function askForMore(work: StageWork, step: RecipeStep, input: { nonce: string; missing: string[] }): string {
  if (input.missing.length === 0) return continueMessage();
  const artifacts = step.artifacts.filter((artifact) => input.missing.includes(artifact.key));
  return missingArtifactsTask({ nonce: input.nonce, stage: work.stage.key, step: step.key, artifacts });
}
