/**
 * Context: fits any prompt into any window, with a receipt. The prompt of every model call is fitted here before the call
 * is paid for.
 *
 * Words:
 * - *ingredients*: instructions, preamble, history, documents and current prompt of a call, as one value.
 * - *part*: a document or a message among the ingredients. *Candidate*: a part that may be shortened.
 * - *target percent*: the share of its tokens that a part is shortened to, in steps (`shorten-until-fits.ts`). The
 *   lowest share is the part's *floor*.
 * - *purpose*: the template and step that a part is shortened for.
 * - *receipt*: which parts of a prompt were shortened, from how many tokens to how many, and what was left out.
 *
 * Steps:
 * 1. Parts are counted (`count-parts.ts`).
 * 2. If there are too many tokens, the wallet is checked once (`check-fitting.ts`).
 * 3. The candidates are ranked, once per chain (`decide-order.ts`).
 * 4. The candidates are shortened one after the other (`shorten-until-fits.ts`). Sentences that are unusual, concern the
 *    question or disagree with other texts are kept (`text/`: pure functions, one pass over all words).
 *
 * Tables: prompt_parts, shortened_parts, fit_orders, prompt_receipts.
 *
 * Always true:
 * - A prompt that fits is sent as it is: nothing is indexed, searched, approved or stored.
 * - The assembled messages are counted once more before they are sent, and too many tokens are an error.
 * - These are sent byte for byte: system instruction, preamble, first user message, first answer, the last two answers
 *   with the messages between them, the current prompt and protected documents.
 * - A retry, a continuation and a sibling chain (same project, purpose and question) get the same bytes of a part at the
 *   same target percent. No part is shortened twice.
 */
export { assemble } from "./assemble.ts";
export { countPrompt } from "./count-parts.ts";
export type { FitCtx, FitInput, FitOutcome, FitTools } from "./fit.ts";
export { fitPrompt } from "./fit-prompt.ts";
export type { HistoryMessage, Ingredients, PromptMessage, ResourceDocument } from "./ingredients.ts";
export { inputLimit } from "./input-limit.ts";
export type { Receipt } from "./receipts/receipt.ts";
export { receiptsOf, saveReceipt } from "./receipts/receipts.ts";
export { tryFit } from "./try-fit.ts";
