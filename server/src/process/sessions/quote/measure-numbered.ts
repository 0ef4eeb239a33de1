import type { ContributionId, TokenRange } from "@dialectic/contract";
import { longestClaim, longestQuestion, mostClaims, mostQuestions } from "#documents";
import type { ModelTerms } from "#models";
import type { Process, SourceDocument, WorkOrder } from "#recipes";
import { tokensWritten } from "../contributions/output-cap.ts";
import { type Draft, sizeFor } from "./estimate-call.ts";
import { add, nothing } from "./measure-text.ts";

/** A document that will exist before the prompt is built, with its work order and its stage. */
export type Forerunner = { document: SourceDocument; order: WorkOrder; stage: string };

/** The tokens that surround the text in a line: `- [C1234] (D12) `, `- [Q123] … — unanswered: `. */
const aroundClaim = 16;
const aroundQuestion = 40;
const aroundVerdict = 16;
/** Claims, questions and defaults have a maximum length in UTF-16 units, each of which takes at most three bytes in UTF-8. */
const longestClaims = mostClaims * longestClaim * 3;
const longestQuestions = mostQuestions * 2 * longestQuestion * 3;
/** The tokens of the fences around the additional sections. */
const fences = 256;
/** The share of claims that is usually contested, as measured with rehearsal models. */
const contestedShare = 0.4;

/**
 * The size of a prompt's numbered sections: claims and questions of earlier stages, and contested claims. They are sentences
 * from documents, so together they are never longer than the documents.
 */
export function measureNumbered(input: {
  process: Process;
  order: WorkOrder;
  stage: string;
  earlier: readonly Forerunner[];
  reader: ModelTerms;
  draftOf: (id: ContributionId) => Draft | undefined;
}): TokenRange {
  const { process, order, stage, reader, draftOf } = input;
  const before = input.earlier.filter((one) => one.stage !== stage && !one.order.intermediate);
  const words = (one: Forerunner, artifact: string) =>
    stepOf(process, one)?.artifacts.find(({ key }) => key === artifact)?.words ?? 0;
  const about = (one: Forerunner) => order.lineageId === null || one.document.id === order.lineageId;
  const sizeOf = (one: Forerunner) => {
    const draft = draftOf(one.document.id);
    return draft ? sizeFor(reader, draft).high : 0;
  };
  const asking = before.filter((one) => words(one, "claims") + words(one, "open-questions") > 0);
  const given = asking.filter(about).map((one): TokenRange => {
    const asked = words(one, "claims") + words(one, "open-questions");
    const around = mostClaims * aroundClaim + mostQuestions * aroundQuestion;
    return {
      low: 0,
      expected: Math.ceil(asked * tokensWritten),
      high: Math.min(sizeOf(one), longestClaims + longestQuestions) + around + fences,
    };
  });
  const judges = before.filter((one) => words(one, "resolved-positions") > 0).length;
  const contested = (judges > 1 ? asking : []).map((one): TokenRange => {
    const claims = Math.ceil(words(one, "claims") * tokensWritten * contestedShare);
    return {
      low: 0,
      expected: claims,
      high: Math.min(sizeOf(one), longestClaims) + mostClaims * (aroundQuestion + judges * aroundVerdict) + fences,
    };
  });
  return [...given, ...contested].reduce(add, nothing);
}

const stepOf = (process: Process, { stage, order }: Forerunner) =>
  process.stages.find(({ key }) => key === stage)?.recipe.steps.find(({ key }) => key === order.stepKey);
