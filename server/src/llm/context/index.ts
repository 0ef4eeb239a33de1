/**
 * Context: fits any prompt into any window, with a receipt. Every call of a model is fitted here before it is paid for.
 *
 * Words. *Ingredients*: what a call is made of, as one value: instructions, preamble, history, documents, current prompt.
 * *Part*: a document or message of it. *Candidate*: a part that may be shortened. *Target percent*: the share of its tokens that
 * a part is shortened to, in steps (`shorten-until-fits.ts`); the lowest is its *floor*. *Purpose*: the template and step that a
 * part is shortened for. *Receipt*: which parts of a prompt were shortened, from how many tokens to how many, and what was left out.
 *
 * How. Parts are counted (`count-parts.ts`). If there are too many tokens, the wallet is checked once (`check-fitting.ts`), the
 * candidates are ranked once per chain (`decide-order.ts`), and one after the other is shortened (`shorten-until-fits.ts`) to its
 * unusual sentences, those about the question and those that disagree with others (`text/`, pure, one pass over all words).
 *
 * Tables: prompt_parts, shortened_parts, fit_orders, prompt_receipts.
 *
 * Always true:
 * - A prompt that fits is sent as it is: nothing is indexed, searched, approved or stored.
 * - The assembled messages are counted once more before they are sent, and too many tokens are an error.
 * - System instruction, preamble, first user message, first answer, the last two answers with the messages between, the current
 *   prompt and protected documents are sent byte for byte.
 * - A retry, a continuation and a sibling get the same bytes of a part at the same target percent, and no part is shortened twice.
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
