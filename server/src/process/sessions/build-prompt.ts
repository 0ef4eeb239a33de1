import type { ContributionId } from "@dialectic/contract";
import { type PromptParts, promptParts } from "#claims";
import { type SourceText, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import {
  assemblePrompt,
  continueMessage,
  missingArtifactsTask,
  nameDocuments,
  type PromptDocument,
  promptNonce,
  renderTemplate,
  taskValues,
} from "#prompts";
import type { RecipeStep, Stage, WorkOrder } from "#recipes";
import { askedFor, type Lacking, lacksAnything } from "./lacking.ts";
import type { StageWork } from "./load-stage-work.ts";
import type { SessionRow } from "./session.store.ts";

/** One turn of a work order; `lacking` is what it asks for because the turn before left it out. */
export type Writing = { work: StageWork; order: WorkOrder; lacking: Lacking };

/** What a first message is made of beside its step and documents: a session that runs, or one that is only reckoned with. */
export type PromptScene = { session: Pick<SessionRow, "id" | "iteration" | "brief" | "models">; stage: Stage };

type Message = { role: "user" | "assistant"; content: string };
type Earlier = Lacking & { text: string };

/** What stands beside the documents; nothing in a seed prompt. */
type Besides = Pick<PromptParts, "claims" | "contested" | "answers">;

/**
 * The prompt of one turn. The first user message is the same in every turn of a chain; what was written follows
 * as the assistant's own words, each with the short message that asked for more.
 */
export async function buildPrompt(
  db: Tx,
  input: Writing & { step: RecipeStep; earlier: Earlier[] },
): Promise<{ instructions: string; messages: Message[]; toJudge: number[] }> {
  const { work, order, step, earlier, lacking } = input;
  const ids = promptOrder(order);
  const texts = await sourceTexts(db, ids);
  const parts = await promptParts(db, { ...readingOf(work, order), documents: ids });
  const documents = promptDocuments(work, texts).map((document, index) => {
    const id = ids[index];
    return { ...document, answers: id && parts.answersOf.get(id) };
  });
  const first = firstMessage(work, step, documents, parts);
  const messages: Message[] = [{ role: "user", content: first.user }];
  const asked = [...earlier.slice(1), lacking];
  for (const [turn, chunk] of earlier.entries()) {
    messages.push({ role: "assistant", content: chunk.text });
    messages.push({
      role: "user",
      content: askForMore(work, step, { nonce: first.nonce, lacking: asked[turn] ?? lacking }),
    });
  }
  return { instructions: first.instructions, messages, toJudge: parts.toJudge };
}

const readingOf = ({ session, stage }: StageWork, order: WorkOrder) => ({
  sessionId: session.id,
  iteration: session.iteration,
  stage: stage.key,
  lineageId: order.lineageId,
  models: session.models,
  request: session.brief,
});

/** The documents of an order as they stand in its prompt: D1, D2, … */
export const promptOrder = (order: WorkOrder): ContributionId[] => [...new Set(Object.values(order.inputs).flat())];

/** The same for the stage's seed prompt, which has no documents yet, and for every call. */
export function firstMessage(
  { session, stage }: PromptScene,
  step: RecipeStep,
  documents: PromptDocument[],
  { claims, contested, answers }: Besides = { claims: [], contested: [], answers: [] },
) {
  return assemblePrompt({
    nonce: promptNonce({ sessionId: session.id, iteration: session.iteration, stage: stage.key }),
    instructions: stage.recipe.instructions,
    request: session.brief,
    documents,
    answers,
    claims,
    contested,
    task: {
      stage: stage.key,
      step: step.key,
      text: renderTemplate(step.prompt, taskValues({ stageName: stage.name, iteration: session.iteration, documents })),
      artifacts: step.artifacts,
    },
  });
}

function askForMore(work: StageWork, step: RecipeStep, input: { nonce: string; lacking: Lacking }): string {
  if (!lacksAnything(input.lacking)) return continueMessage();
  const asked = askedFor(input.lacking, step.artifacts);
  return missingArtifactsTask({ nonce: input.nonce, stage: work.stage.key, step: step.key, ...asked });
}

/** The scene's documents under the names that `nameDocuments` gives them. */
export const promptDocuments = (
  { session: { brief: request, iteration, models }, stage }: PromptScene,
  texts: readonly SourceText[],
): PromptDocument[] => nameDocuments({ request, iteration, stage: stage.key, models }, texts);
