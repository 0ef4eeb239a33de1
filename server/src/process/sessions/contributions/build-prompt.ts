import type { ContributionId } from "@dialectic/contract";
import { findProgress } from "#board";
import type { HistoryMessage, Ingredients } from "#context";
import {
  type AsOf,
  cutBack,
  type GivenClaim,
  isCut,
  type Problem,
  type ReadableChunk,
  type SourceText,
  sourceTexts,
} from "#documents";
import type { Json } from "#jobs";
import type { Tx } from "#platform";
import {
  assemblePrompt,
  continueMessage,
  furtherProposal,
  missingArtifactsTask,
  overlayText,
  type PromptDocument,
  type PromptFeedback,
  promptNonce,
  renderTemplate,
  taskValues,
} from "#prompts";
import type { RecipeStep, WorkOrder } from "#recipes";
import { type PromptParts, promptParts } from "#review";
import type { Part } from "../combining/parts.ts";
import { partsToRead, standInsOf } from "../combining/read-combined.ts";
import type { StageWork } from "../stages/load-stage-work.ts";
import { promptFeedback } from "../steering/prompt-feedback.ts";
import { describeGaps, problemsAskedFor, wantedOf } from "./gaps.ts";
import type { PromptContext } from "./prompt-context.ts";

/**
 * One request of a work order; `askedFor` are the keys of artifacts that earlier answers left out or got wrong. A regeneration reads
 * the state at the time it was requested; everything else the state at the start of its stage.
 */
export type Writing = {
  work: StageWork;
  order: WorkOrder;
  askedFor: readonly string[];
  regeneratedAsOf: AsOf;
  /** If inputs are combined: the range of each that is read, and what a further request continues with. */
  combining?: {
    parts: readonly Part[];
    /** Set if the earlier requests read their sources whole: a combined text must not be written half from whole and half from shortened sources. */
    isReadWhole: boolean;
    payload: { [key: string]: Json };
  };
};

type Earlier = ReadableChunk & { id: ContributionId };

/** Everything besides the documents. */
type Besides = Pick<PromptParts, "facts" | "claims" | "contested" | "answers">;

/**
 * The prompt of one request. The first user message is the same in every request of a chain; earlier answers follow as assistant
 * messages, each with the short message that asked for more.
 */
export async function buildPrompt(
  db: Tx,
  input: Writing & { step: RecipeStep; earlier: Earlier[] },
): Promise<{
  ingredients: Ingredients;
  /** The question that documents are shortened for: the same in every request. */
  question: string;
  sourceVersions: Map<ContributionId, number>;
  toJudge: GivenClaim[];
}> {
  const { work, order, step, earlier, askedFor, combining } = input;
  const texts = await sourceTexts(db, promptOrder(order), { asOf: asOfFor(input) });
  const reading = combining
    ? { documents: partsToRead(work, texts, combining.parts), toJudge: [] as GivenClaim[] }
    : await readingFor(db, { ...input, texts });
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
      isProtected: combining?.isReadWhole,
    })),
    currentUserPrompt: spoken.at(-1)?.content ?? "",
  };
  const question = `${work.session.brief}\n\n${first.parts.task}`;
  const sourceVersions = new Map(texts.map((text) => [text.id, text.version]));
  return { ingredients, question, sourceVersions, toJudge: reading.toJudge };
}

/** The relevance of a document: that of the input it belongs to. */
function relevanceOf(step: RecipeStep, order: WorkOrder, id: ContributionId | undefined): number {
  const input = step.inputs.find(({ type }) => id !== undefined && ofType(order, type).includes(id));
  return input?.relevance ?? 1;
}

const asOfFor = ({ work, regeneratedAsOf }: Writing): AsOf => regeneratedAsOf ?? work.run.began;

/** Documents with their feedback and questions, and the claims: everything besides request and task. */
async function readingFor(db: Tx, input: Writing & { texts: readonly SourceText[] }) {
  const { work, order, texts, regeneratedAsOf } = input;
  const asOf = asOfFor(input);
  const rewrites = regeneratedAsOf === null ? null : order.workKey;
  const { documents, feedback } = await promptFeedback(db, { context: work, texts, asOf, rewrites });
  const ids = texts.map(({ id }) => id);
  const standIns = standInsOf(texts);
  const parts = await promptParts(db, {
    ...readingOf(work, order),
    asOf,
    documents: nameIds(ids, documents),
    standIns,
  });
  const answersOf = ids.map((id) => parts.answersOf.get(id));
  return {
    documents: documents.map((document, index) => ({ ...document, answers: answersOf[index] })),
    feedback,
    parts,
    progress: await findProgress(db, { sessionId: work.session.id, iteration: work.session.iteration }),
    toJudge: parts.toJudge,
  };
}

/** The documents of a prompt with their names in it. */
export const nameIds = (ids: readonly ContributionId[], documents: readonly PromptDocument[]) =>
  ids.map((id, index) => ({ id, name: documents[index]?.id ?? "" }));

const readingOf = ({ session, stage }: StageWork, order: WorkOrder) => ({
  sessionId: session.id,
  iteration: session.iteration,
  stage: stage.key,
  lineageId: order.lineageId,
  models: session.models,
  request: session.brief,
});

/** The documents of an order in the order of its prompt. */
export const promptOrder = ({ inputs }: WorkOrder): ContributionId[] => [...new Set(inputs.flatMap(({ ids }) => ids))];

const ofType = ({ inputs }: WorkOrder, type: string): ContributionId[] =>
  inputs.find((input) => input.type === type)?.ids ?? [];

/** The same for the stage's seed prompt and for every call. */
export function firstMessage(
  { session, stage }: PromptContext,
  step: RecipeStep,
  {
    documents,
    feedback,
    parts,
    progress,
    proposal = null,
  }: {
    documents: PromptDocument[];
    feedback?: PromptFeedback[];
    parts?: Besides;
    progress?: string;
    proposal?: number | null;
  },
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
