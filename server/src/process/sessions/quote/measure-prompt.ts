import { type ContributionId, type Overlay, SessionId, type TokenRange } from "@dialectic/contract";
import { longestQuote, mostClaims, mostFaults, type Problem } from "#documents";
import { continueMessage, missingArtifactsTask } from "#prompts";
import type { ExpectedArtifact, RecipeStep, SourceDocument, Stage, WorkOrder } from "#recipes";
import { firstMessage, promptOrder } from "../contributions/build-prompt.ts";
import { describeGaps } from "../contributions/gaps.ts";
import { wordsOf } from "../contributions/output-cap.ts";
import { promptDocuments } from "../contributions/prompt-context.ts";
import { measureText } from "./measure-text.ts";

/** Used in place of the session's id, which only determines a code in the fences. The code always has the same length. */
export const placeholderSession = SessionId.parse("00000000-0000-7000-8000-000000000000");

export type PromptMeasure = {
  step: RecipeStep;
  /** The first message without the request and the texts of the documents. */
  message: TokenRange;
  /** The size of a message that asks to continue. */
  further: TokenRange;
  /** The tokens by which the message that asks for missing artifacts, sent at most once, exceeds `further`. */
  longerOnce: number;
  words: number;
};

/** Measures the prompt of a work order before its documents exist. */
export function measurePrompt(input: {
  stage: Stage;
  order: WorkOrder;
  models: string[];
  proposals: number;
  overlay: Overlay;
  documents: ReadonlyMap<ContributionId, SourceDocument>;
}): PromptMeasure {
  const { stage, order, models, proposals, overlay, documents } = input;
  const step = stage.recipe.steps.find(({ key }) => key === order.stepKey);
  if (!step) throw new Error(`The recipe ${stage.recipe.key} has no step ${order.stepKey}.`);
  const context = { session: { id: placeholderSession, iteration: 1, brief: "", models, proposals, overlay }, stage };
  const texts = promptOrder(order).flatMap((id) => {
    const document = documents.get(id);
    if (!document) return [];
    const origin = document.lineageId ? documents.get(document.lineageId) : undefined;
    const proposal = document.proposal ?? origin?.proposal ?? null;
    return { ...document, lineageModel: origin?.model ?? null, proposal, markdown: "" };
  });
  const { user, nonce } = firstMessage(context, step, {
    documents: promptDocuments(context, texts),
    proposal: order.proposal,
  });
  return {
    step,
    message: measureText(user),
    ...measureFurther({ stage, step, nonce, proposals: models.length * proposals }),
    words: wordsOf(step.artifacts),
  };
}

/** Measures the messages of further requests. `proposals` is the number of proposals on whose claims verdicts are needed. */
export function measureFurther(input: {
  stage: Pick<Stage, "key">;
  step: RecipeStep;
  nonce: string;
  proposals: number;
}): Pick<PromptMeasure, "further" | "longerOnce"> {
  const { stage, step, nonce, proposals } = input;
  const further = measureText(continueMessage());
  const asked = describeGaps(worstOf(step.artifacts, proposals), step.artifacts);
  const askAgain = measureText(missingArtifactsTask({ nonce, stage: stage.key, step: step.key, ...asked }));
  return { further, longerOnce: Math.max(0, askAgain.high - further.high) };
}

/** The problems of the largest repair message: every artifact has one, with the longest possible description. */
function worstOf(artifacts: readonly ExpectedArtifact[], proposals: number): Problem[] {
  return artifacts.map(({ key, title, criteria = [] }): Problem => {
    const about = { artifact: key, title, found: "x".repeat(longestQuote), shape: "x".repeat(longestShape) };
    if (key === "resolved-positions") {
      const claims = Array.from({ length: proposals * mostClaims }, () => 9_999);
      return { ...about, code: "verdicts_missing", claims, unreadable: [], contradicted: [] };
    }
    if (key === "scorecard") {
      const unreadable = criteria.map(({ name }) => ({ criterion: name, cell: "x".repeat(60) }));
      return { ...about, code: "scores_incomplete", missing: [], unreadable, invented: [], weights: [] };
    }
    if (key === "milestones" || key === "work-plan") {
      const nodes = Array.from({ length: 40 }, () => "W9.99");
      return {
        ...about,
        code: "work_faults",
        faults: Array.from({ length: mostFaults }, () => ({ kind: "cycle", nodes })),
      };
    }
    return { ...about, code: "artifact_unreadable" };
  });
}

/** The longest format description that is shown to a model. */
const longestShape = 300;
