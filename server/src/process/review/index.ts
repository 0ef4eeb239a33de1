/**
 * Claims: what documents say, as rows, and what people say to that.
 *
 * Words: a *claim* is a sentence a proposal commits to (C1, C2 …); a *verdict* is what a synthesis makes of it: kept, merged,
 * rejected or open. A claim on which verdicts differ is *contested*; a person may *choose*. A *score* is what a critic gives a
 * proposal by one criterion; *self-scores*, of one's own proposal, are shown and left out of the median. A *question* (Q1, Q2 …) is
 * asked by a document of the person; without an answer its own default holds. A *reference* is an id in square brackets. The *review*
 * of a document is all of these as one version makes them; it is *collected* when its stage is finished, or when it is edited or
 * regenerated afterwards.
 *
 * Tables: claims, verdicts, scores, questions, document_references, document_checks (made from documents, and the same when made
 * again); question_answers, claim_choices (what people said: only ever added to).
 *
 * Always true:
 * - Numbers belong to the session and are never used again. They are given under the session's lock, by the place of the model in the
 *   session, so that it does not matter which document was finished first.
 * - Documents are read by `readDocument` of `#documents`. What cannot be read is a warning, never a NaN.
 * - A prompt reads answers and choices as they were when its stage began: a retry is asked the same.
 * - Texts of models stand in prompts with their authors hidden, as their documents do.
 */
export { answerQuestion } from "./answer-question.ts";
export { chooseVerdict } from "./choose-verdict.ts";
export { collectReview } from "./collect-review.ts";
export { getClaims } from "./get-claims.ts";
export { getDocumentChecks } from "./get-document-checks.ts";
export { getQuestions } from "./get-questions.ts";
export { getScores, leadByReviews } from "./get-scores.ts";
export { claimsFor } from "./given.store.ts";
export { inForceWhere } from "./in-force.store.ts";
export { type PromptParts, promptParts } from "./prompt-parts.ts";
export { reviewItems } from "./review-items.ts";
