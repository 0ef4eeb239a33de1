import type { ContributionId } from "@dialectic/contract";
import { type SourceText, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import {
  assemblePrompt,
  continueMessage,
  missingArtifactsTask,
  nameDocuments,
  overlayText,
  type PromptDocument,
  promptNonce,
  renderTemplate,
  taskValues,
} from "#prompts";
import type { RecipeStep, Stage, WorkOrder } from "#recipes";
import type { StageWork } from "./load-stage-work.ts";
import type { SessionRow } from "./session.store.ts";

/** One turn of a work order; `missing` names the artifacts it asks for because the turn before left them out. */
export type Writing = { work: StageWork; order: WorkOrder; missing: string[] };

/** What a first message is made of beside its step and documents: a session that runs, or one that is only reckoned with. */
export type PromptScene = {
  session: Pick<SessionRow, "id" | "iteration" | "brief" | "models" | "overlay">;
  stage: Stage;
};

type Message = { role: "user" | "assistant"; content: string };
type Earlier = { text: string; missing: string[] };

/**
 * The prompt of one turn. The first user message is the same in every turn of a chain; what was written follows
 * as the assistant's own words, each with the short message that asked for more.
 */
export async function buildPrompt(
  db: Tx,
  input: Writing & { step: RecipeStep; earlier: Earlier[] },
): Promise<{ instructions: string; messages: Message[] }> {
  const { work, order, step, earlier, missing } = input;
  const texts = await sourceTexts(db, promptOrder(order));
  const first = firstMessage(work, step, promptDocuments(work, texts));
  const messages: Message[] = [{ role: "user", content: first.user }];
  const asked = [...earlier.slice(1).map((chunk) => chunk.missing), missing];
  for (const [turn, chunk] of earlier.entries()) {
    messages.push({ role: "assistant", content: chunk.text });
    messages.push({
      role: "user",
      content: askForMore(work, step, { nonce: first.nonce, missing: asked[turn] ?? [] }),
    });
  }
  return { instructions: first.instructions, messages };
}

/** The documents of an order as they stand in its prompt: D1, D2, … */
export const promptOrder = (order: WorkOrder): ContributionId[] => [...new Set(Object.values(order.inputs).flat())];

/** The same for the stage's seed prompt, which has no documents yet, and for every call. */
export function firstMessage({ session, stage }: PromptScene, step: RecipeStep, documents: PromptDocument[]) {
  return assemblePrompt({
    nonce: promptNonce({ sessionId: session.id, iteration: session.iteration, stage: stage.key }),
    instructions: stage.recipe.instructions,
    request: session.brief,
    overlay: overlayText(session.overlay),
    documents,
    task: {
      stage: stage.key,
      step: step.key,
      text: renderTemplate(step.prompt, taskValues({ stageName: stage.name, iteration: session.iteration, documents })),
      artifacts: step.artifacts,
    },
  });
}

function askForMore(work: StageWork, step: RecipeStep, input: { nonce: string; missing: string[] }): string {
  if (input.missing.length === 0) return continueMessage();
  const artifacts = step.artifacts.filter((artifact) => input.missing.includes(artifact.key));
  return missingArtifactsTask({ nonce: input.nonce, stage: work.stage.key, step: step.key, artifacts });
}

/** The scene's documents under the names that `nameDocuments` gives them. */
export const promptDocuments = (
  { session: { brief: request, iteration, models }, stage }: PromptScene,
  texts: readonly SourceText[],
): PromptDocument[] => nameDocuments({ request, iteration, stage: stage.key, models }, texts);
