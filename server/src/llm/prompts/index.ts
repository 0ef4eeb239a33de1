/**
 * Prompts: what is said to a model, as text. Templates are filled here and the pieces are put in their order; where
 * the pieces come from (sessions, recipes, documents) is not known here.
 *
 * Words: *instructions* are the system message, the same bytes for every call of a stage. A *section* is a fenced
 * part of the user message (`<<<request NONCE>>> … <<<end request NONCE>>>`): overlay, request, facts, answers,
 * documents, feedback, claims, contested, progress, and last the task; those nobody fills are left out. The *nonce* is the code in every fence of one prompt; only lines that carry it are fences. A
 * *template* is a text with `{{placeholders}}` and optional `{{#name}}…{{/name}}` sections, left out when the
 * value is empty. A *label* is what a document is called in a prompt ("Proposal A"), so that no author is named;
 * `nameDocuments` gives it, and takes out of the text what would tell.
 *
 * Owns no tables.
 *
 * Always true:
 * - The same input gives the same bytes; what siblings share stands first, the task last.
 * - Text given in is text given out: a value that looks like a placeholder or a fence stays what it was.
 * - No text inside a section contains the prompt's nonce: another is derived when one would.
 * - A template with an unknown placeholder is refused when it is checked, not filled with an empty line.
 */
export type { PromptArtifact } from "./artifact-lines.ts";
export {
  type AssembledPrompt,
  assemblePrompt,
  type PromptDocument,
  type PromptFeedback,
  type PromptInput,
} from "./assemble-prompt.ts";
export { continueMessage } from "./continue-message.ts";
export { fenceDocuments } from "./fence-documents.ts";
export { furtherProposal } from "./further-proposal.ts";
export { hideAuthor } from "./hide-author.ts";
export { missingArtifactsTask } from "./missing-artifacts-task.ts";
export { nameDocuments, proposalLabels } from "./name-documents.ts";
export type { ContestedClaim, PromptAnswer, PromptClaim, PromptFact, PromptFactBlock } from "./numbered-lines.ts";
export { overlayText } from "./overlay-text.ts";
export { promptNonce } from "./prompt-nonce.ts";
export { taskPlaceholders, taskValues } from "./task-values.ts";
export { checkTemplate, renderTemplate } from "./template.ts";
