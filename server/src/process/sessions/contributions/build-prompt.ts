import type { ContributionId } from "@dialectic/contract";
import type { HistoryMessage, Ingredients } from "#context";
import { cutBack, type GivenClaim, isCut, type Problem, type ReadableChunk, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import {
  assemblePrompt,
  continueMessage,
  furtherProposal,
  missingArtifactsTask,
  overlayText,
  promptNonce,
  renderTemplate,
  taskValues,
} from "#prompts";
import type { RecipeStep, WorkOrder } from "#recipes";
import type { StageWork } from "../stages/load-stage-work.ts";
import { describeGaps, problemsAskedFor, wantedOf } from "./gaps.ts";
import type { PromptContext } from "./prompt-context.ts";
import { asOfFor, type Reading, type Writing } from "./writing.ts";

type Earlier = ReadableChunk & { id: ContributionId };

/**
 * Builds the prompt of one request. The first user message is the same in every request of a chain. Earlier answers follow
 * as assistant messages, and after each of them comes a short message that asks for more.
 */
export async function buildPrompt(
  db: Tx,
  input: Writing & { step: RecipeStep; earlier: Earlier[] },
): Promise<{
  ingredients: Ingredients;
  /** Documents are shortened by relevance to this question, which is the same in every request of a chain. */
  question: string;
  sourceVersions: Map<ContributionId, number>;
  toJudge: GivenClaim[];
}> {
  const { work, order, step, earlier, askedFor, policy } = input;
  const texts = await sourceTexts(db, promptOrder(order), { asOf: asOfFor(input) });
  const reading = await policy.read(db, input, texts);
  const first = firstMessage(work, step, { ...reading, proposal: order.proposal });
  const wanted = wantedOf(work.session, step, reading.toJudge);
  const asking = [...earlier.slice(1), { asked_for: askedFor }];
  const history: HistoryMessage[] = earlier.flatMap((chunk, index) => [
    { id: chunk.id, role: "assistant", content: isCut(chunk.finish_reason) ? cutBack(chunk.text) : chunk.text },
    {
      id: `after ${chunk.id}`,
      role: "user",
      content: askForMore(work, step, {
        nonce: first.nonce,
        problems: problemsAskedFor(asking[index] ?? { asked_for: [] }, earlier.slice(0, index + 1), wanted),
      }),
    },
  ]);
  const spoken: HistoryMessage[] = [{ id: "task", role: "user", content: first.parts.task }, ...history];
  const ingredients: Ingredients = {
    systemInstruction: first.instructions,
    preamble: first.parts.preamble,
    conversationHistory: spoken.slice(0, -1),
    resourceDocuments: first.parts.documents.map((part, index) => ({
      ...part,
      id: texts[index]?.id ?? String(index),
      label: [reading.documents[index]?.id, reading.documents[index]?.label].join(": "),
      relevance: relevanceOf(step, order, texts[index]?.id),
      isProtected: policy.keepsSources,
    })),
    currentUserPrompt: spoken.at(-1)?.content ?? "",
  };
  const question = `${work.session.brief}\n\n${first.parts.task}`;
  const sourceVersions = new Map(texts.map((text) => [text.id, text.version]));
  return { ingredients, question, sourceVersions, toJudge: reading.toJudge };
}

/** A document has the relevance of the recipe input that it fills. */
function relevanceOf(step: RecipeStep, order: WorkOrder, id: ContributionId | undefined): number {
  const input = step.inputs.find(({ type }) => id !== undefined && ofType(order, type).includes(id));
  return input?.relevance ?? 1;
}

/** A work order's documents, in the order in which they are in its prompt. */
export const promptOrder = ({ inputs }: WorkOrder): ContributionId[] => [...new Set(inputs.flatMap(({ ids }) => ids))];

const ofType = ({ inputs }: WorkOrder, type: string): ContributionId[] =>
  inputs.find((input) => input.type === type)?.ids ?? [];

/** Builds the first user message, for every call and for the seed prompt of the stage. */
export function firstMessage(
  { session, stage }: PromptContext,
  step: RecipeStep,
  { documents, feedback, parts, progress, proposal = null }: Omit<Reading, "toJudge"> & { proposal?: number | null },
) {
  return assemblePrompt({
    nonce: promptNonce({ sessionId: session.id, iteration: session.iteration, stage: stage.key }),
    instructions: stage.recipe.instructions,
    request: session.brief,
    overlay: overlayText(session.overlay),
    documents,
    facts: parts?.facts,
    answers: parts?.answers,
    claims: parts?.claims,
    contested: parts?.contested,
    progress,
    feedback,
    task: {
      stage: stage.key,
      step: step.key,
      text: [
        renderTemplate(
          step.prompt,
          taskValues({ stageName: stage.name, iteration: session.iteration, documents, feedback }),
        ).trim(),
        furtherProposal({ proposal, proposals: session.proposals }),
      ].join("\n\n"),
      artifacts: step.artifacts,
    },
  });
}

function askForMore(
  work: StageWork,
  step: RecipeStep,
  { nonce, problems }: { nonce: string; problems: readonly Problem[] },
): string {
  if (problems.length === 0) return continueMessage();
  return missingArtifactsTask({
    nonce,
    stage: work.stage.key,
    step: step.key,
    ...describeGaps(problems, step.artifacts),
  });
}
