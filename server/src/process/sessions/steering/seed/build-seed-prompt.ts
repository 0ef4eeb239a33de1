import type { ContributionId } from "@dialectic/contract";
import { findProgress } from "#board";
import { sourceDocuments, sourceTexts } from "#documents";
import { AppError, type Tx } from "#platform";
import type { SessionRow } from "#projects";
import { fenceDocuments, type PromptDocument } from "#prompts";
import { type Process, planStep, type RecipeStep, type SourceDocument, type Stage, type WorkOrder } from "#recipes";
import { promptParts } from "#review";
import { firstMessage, promptOrder } from "../../contributions/build-prompt.ts";
import { nameIds } from "../../contributions/document-policy.ts";
import type { PromptContext } from "../../contributions/prompt-context.ts";
import { promptFeedback } from "../feedback/prompt-feedback.ts";

type SeedContext = PromptContext & { process: Process; session: Pick<SessionRow, "lead_model"> };
type Read = { documents: ContributionId[]; lineageId: ContributionId | null };

/**
 * Builds the prompts of a stage as one readable text. It contains the instructions, the first call of each step as it will
 * be sent, and the documents that the step's other calls will read instead. For documents that the stage has yet to write,
 * it names the steps that will write them. Reads the current rows, so the caller must have locked the session.
 */
export async function buildSeedPrompt(db: Tx, context: SeedContext): Promise<string> {
  const { session, stage } = context;
  const stages = [...new Set(stage.recipe.steps.flatMap((step) => earlierStages(step, stage)))];
  const at = { sessionId: session.id, iteration: session.iteration };
  const sources = stages.length === 0 ? [] : await sourceDocuments(db, { ...at, stages });
  const progress = await findProgress(db, at);
  const prompts: string[] = [];
  for (const step of stage.recipe.steps) {
    const all = readBy(step, stage, sources);
    const order = firstOrder(context, step, sources);
    const first = order
      ? { documents: promptOrder(order), lineageId: order.lineageId }
      : { documents: all, lineageId: null };
    const said = await readingOf(db, context, first);
    const { user, nonce } = firstMessage(context, step, { ...said, progress });
    const rest = all.filter((id) => !first.documents.includes(id));
    const others = rest.length === 0 ? null : await readingOf(db, context, { documents: rest, lineageId: null });
    prompts.push(
      ...toCome(step, stage),
      user,
      ...(others ? ["[Other calls of this step read these documents instead:]"] : []),
      ...(others ? [fenceDocuments(nonce, others.documents)] : []),
    );
  }
  return `${[stage.recipe.instructions, ...prompts].join("\n\n")}\n`;
}

/** What the prompt of a call would contain if the call read these documents now. */
async function readingOf(db: Tx, context: SeedContext, { documents: ids, lineageId }: Read) {
  const { session, stage } = context;
  const texts = await sourceTexts(db, ids);
  const { documents, feedback } = await promptFeedback(db, { context, texts, asOf: null, rewrites: null });
  const parts = await promptParts(db, {
    sessionId: session.id,
    iteration: session.iteration,
    stage: stage.key,
    lineageId,
    models: session.models,
    request: session.brief,
    asOf: null,
    documents: nameIds(ids, documents),
  });
  const withAnswers = documents.map((one, index): PromptDocument => {
    const id = ids[index];
    return { ...one, answers: id && parts.answersOf.get(id) };
  });
  return { documents: withAnswers, feedback, parts };
}

/**
 * The first work order of a step; undefined if the step reads documents of its own stage, because these do not exist yet.
 */
function firstOrder(context: SeedContext, step: RecipeStep, sources: readonly SourceDocument[]): WorkOrder | undefined {
  const { session, stage, process } = context;
  if (ownInputs(step, stage).length > 0) return undefined;
  const [model = session.lead_model] = session.models;
  const { models, lead_model: leadModel, proposals } = session;
  try {
    return planStep({ process, stage, step, model, models, leadModel, proposals, sources }).orders[0];
  } catch (error) {
    if (error instanceof AppError && error.code === "missing_input") return undefined; // reported when the stage starts
    throw error;
  }
}

const ownInputs = (step: RecipeStep, stage: Stage) =>
  step.inputs.filter((input) => (input.stage ?? stage.key) === stage.key);

function toCome(step: RecipeStep, stage: Stage): string[] {
  const writers = new Set(ownInputs(step, stage).map(({ type }) => type));
  const names = stage.recipe.steps.filter((one) => writers.has(one.outputType)).map(({ name }) => `“${name}”`);
  return names.length === 0 ? [] : [`[The documents of ${names.join(", ")} will be here once they are written.]`];
}

const earlierStages = (step: RecipeStep, stage: Stage): string[] =>
  step.inputs.flatMap((input) => (input.stage && input.stage !== stage.key ? [input.stage] : []));

const readBy = (step: RecipeStep, stage: Stage, sources: readonly SourceDocument[]): ContributionId[] =>
  sources
    .filter((source) =>
      step.inputs.some(
        (input) => input.stage !== stage.key && input.stage === source.stage && input.type === source.type,
      ),
    )
    .map((source) => source.id);
