/**
 * Prompts: the texts that are sent to models. This module fills templates and puts the pieces in order. It does not depend
 * on the modules that the pieces come from (sessions, recipes, documents).
 *
 * Words:
 * - *instructions*: the system message, the same bytes for every call of a stage.
 * - *section*: a fenced part of the user message (`<<<request NONCE>>> … <<<end request NONCE>>>`). The sections are
 *   overlay, request, facts, answers, documents, feedback, claims, contested, progress and task. Empty sections are
 *   left out.
 * - *nonce*: the code in every fence of one prompt. Only lines that carry it are fences.
 * - *template*: a text with `{{placeholders}}` and optional `{{#name}}…{{/name}}` sections, which are left out if the
 *   value is empty.
 * - *label*: the name of a document in a prompt ("Proposal A"). `nameDocuments` chooses labels that do not name the
 *   author, and removes everything that would reveal the author.
 *
 * Owns no tables.
 *
 * Always true:
 * - The same input gives the same bytes. The text that several calls share comes first, the task last.
 * - Text is preserved: a value that looks like a placeholder or a fence is not interpreted.
 * - No text inside a section contains the prompt's nonce: if a text does, another nonce is derived.
 * - A template with an unknown placeholder is refused when it is checked, not filled with an empty string.
 */

export { hideAuthor, hideAuthorInPart } from "./anonymity/hide-author.ts";
export { nameDocuments, proposalLabels } from "./anonymity/name-documents.ts";
export type { PromptArtifact } from "./artifact-lines.ts";
export {
  type AssembledPrompt,
  assemblePrompt,
  type PromptDocument,
  type PromptFeedback,
  type PromptInput,
} from "./assemble-prompt.ts";
export { continueMessage } from "./continue-message.ts";
export { fenceDocuments } from "./documents/fence-documents.ts";
export type {
  ContestedClaim,
  PromptAnswer,
  PromptClaim,
  PromptFact,
  PromptFactBlock,
} from "./documents/numbered-lines.ts";
export { furtherProposal } from "./further-proposal.ts";
export { missingArtifactsTask } from "./missing-artifacts-task.ts";
export { overlayText } from "./overlay-text.ts";
export { promptNonce } from "./prompt-nonce.ts";
export { taskPlaceholders, taskValues } from "./task-values.ts";
export { checkTemplate, renderTemplate } from "./template.ts";
