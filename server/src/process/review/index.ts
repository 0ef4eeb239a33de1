/**
 * Review: the claims, verdicts, scores, questions and references of documents as rows, and people's answers and choices.
 *
 * Words:
 * - A *claim* (C1, C2 …) is a sentence that a proposal commits to.
 * - A *verdict* is what a synthesis decides about a claim: kept, merged, rejected or open.
 * - A claim is *contested* if one synthesis keeps or merges it and another does not. A person may then *choose*.
 * - A *score* is what a critic gives a proposal for one criterion. *Self-scores* are a model's scores for its own
 *   proposal: they are shown, but not counted in the median.
 * - A *question* (Q1, Q2 …) is asked by a document and answered by a person. Without an answer, its default applies.
 * - A *reference* is an id in square brackets.
 * - The *review* of a document is all of these for one version. It is *collected* when the document's stage is
 *   finished, and again when the document is edited or regenerated afterwards.
 *
 * Tables derived from documents, and identical if derived again: claims, verdicts, scores, questions, document_references,
 * document_checks. Append-only tables with what people said: question_answers, claim_choices.
 *
 * Always true:
 * - Numbers are unique within a session and are never reused. They are assigned under the session's lock, in the order of
 *   the session's models, so that they do not depend on which document was finished first.
 * - `readDocument` of `#documents` parses documents. Unreadable text causes a warning, never a NaN.
 * - A prompt reads answers and choices as of the start of its stage, so that a retry builds the same prompt.
 * - Prompts hide the authors of claims and questions, as they hide the authors of documents.
 */

export { chooseVerdict } from "./claims/choose-verdict.ts";
export { getClaims } from "./claims/get-claims.ts";
export { collectReview } from "./collect-review.ts";
export { getDocumentChecks } from "./get-document-checks.ts";
export { claimsFor } from "./given.store.ts";
export { inForceWhere } from "./in-force.store.ts";
export { type PromptParts, promptFacts, promptParts } from "./prompt-parts.ts";
export { answerQuestion, requireQuestion } from "./questions/answer-question.ts";
export { getQuestions } from "./questions/get-questions.ts";
export { insertAnswer, questionsOf } from "./questions/questions.store.ts";
export { readNumbers } from "./read-numbers.store.ts";
export { readUndecided } from "./read-undecided.ts";
export { reviewItems } from "./review-items.ts";
export { getScores, leadByReviews } from "./scores/get-scores.ts";
