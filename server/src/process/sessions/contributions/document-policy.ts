import type { ContributionId } from "@dialectic/contract";
import { findProgress } from "#board";
import type { SourceText } from "#documents";
import type { Tx } from "#platform";
import type { PromptDocument } from "#prompts";
import type { WorkOrder } from "#recipes";
import { promptParts } from "#review";
import { standInsOf } from "../combining/read-combined.ts";
import type { StageWork } from "../stages/load-stage-work.ts";
import { promptFeedback } from "../steering/feedback/prompt-feedback.ts";
import { wantedOf } from "./gaps.ts";
import { outputCap } from "./output-cap.ts";
import { asOfFor, type Reading, type Writing, type WritingPolicy } from "./writing.ts";

/**
 * The policy for writing the document of a recipe step. A cut-off document is continued, however long it is, and must
 * contain the step's artifacts.
 */
export const documentPolicy: WritingPolicy = {
  read: readSources,
  keepsSources: false,
  outputCap,
  continuations: ({ chosen }) => chosen,
  expected: ({ work }, step, toJudge) => wantedOf(work.session, step, toJudge),
  isLongEnough: () => false,
  findings: ({ artifacts, endings }) => [...artifacts, ...endings],
  next: ({ work, order, regeneratedAsOf }, { askedFor }) => ({
    kind: "execute",
    payload: { stageRunId: work.run.id, order, askedFor: [...askedFor], regeneratedAsOf },
  }),
};

/** Reads the claims, and the documents with their feedback and questions. */
async function readSources(db: Tx, writing: Writing, texts: readonly SourceText[]): Promise<Reading> {
  const { work, order, regeneratedAsOf } = writing;
  const asOf = asOfFor(writing);
  const rewrites = regeneratedAsOf === null ? null : order.workKey;
  const { documents, feedback } = await promptFeedback(db, { context: work, texts, asOf, rewrites });
  const ids = texts.map(({ id }) => id);
  const parts = await promptParts(db, {
    ...scopeOf(work, order),
    asOf,
    documents: nameIds(ids, documents),
    standIns: standInsOf(texts),
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

/** The ids of a prompt's documents, each with its name in the prompt. */
export const nameIds = (ids: readonly ContributionId[], documents: readonly PromptDocument[]) =>
  ids.map((id, index) => ({ id, name: documents[index]?.id ?? "" }));

const scopeOf = ({ session, stage }: StageWork, order: WorkOrder) => ({
  sessionId: session.id,
  iteration: session.iteration,
  stage: stage.key,
  lineageId: order.lineageId,
  models: session.models,
  request: session.brief,
});
