/**
 * Review: the claims, verdicts, scores, questions and references of documents as rows, and the answers and choices of people.
 *
 * Words: a *claim* is a sentence that a proposal commits to (C1, C2 …). A *verdict* is what a synthesis decides about it: kept,
 * merged, rejected or open. A claim with differing verdicts is *contested*; a person may *choose*. A *score* is what a critic gives a
 * proposal for one criterion; *self-scores*, of a model's own proposal, are shown and not counted in the median. A *question* (Q1,
 * Q2 …) is asked by a document and answered by a person; without an answer its default applies. A *reference* is an id in square
 * brackets. The *review* of a document is all of these for one version; it is *collected* when its stage is finished, or when it is
 * edited or regenerated afterwards.
 *
 * Tables: claims, verdicts, scores, questions, document_references, document_checks (derived from documents, and the same when
 * derived again); question_answers, claim_choices (what people said: append-only).
 *
 * Always true:
 * - Numbers belong to the session and are never used again. They are assigned under the session's lock, by the position of the model
 *   in the session, so that it does not matter which document was finished first.
 * - `readDocument` of `#documents` parses documents. Unreadable text is a warning, never a NaN.
 * - A prompt reads answers and choices as of the start of its stage: a retry reads the same.
 * - Texts of models in prompts have their authors hidden, as their documents do.
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
