/**
 * Context: any prompt into any window, with a receipt. Every call of a model is fitted here before it is paid for.
 *
 * Words. *Ingredients*: what a call is made of, as one value: instructions, preamble, history, documents, current prompt.
 * *Part*: a document or message of it. *Candidate*: a part that may be shortened. *Rung*: to how many percent of its tokens
 * a part is shortened, in steps (`shorten-until-fits.ts`); the lowest is its *floor*. *Purpose*: the template and step a
 * part is shortened for. *Receipt*: what a prompt lost: which parts, from how many tokens to how many, what of them was left out.
 *
 * How. Parts are counted (`count-parts.ts`); too many tokens: one look at the money (`check-fitting.ts`); an order of the
 * candidates, once per chain (`decide-order.ts`); then one after the other is shortened (`shorten-until-fits.ts`) to what
 * is unusual in it, what was asked, and what disagrees with others (`text/`, pure, one pass over all words).
 *
 * Tables: prompt_parts, shortened_parts, fit_orders, prompt_receipts.
 *
 * Always true:
 * - What fits is sent as it is: nothing is indexed, searched, asked or written down.
 * - What is counted is what is sent: the assembled messages are counted once more, and too many are an error.
 * - System instruction, preamble, first user message, first answer, the last two answers with what stands between, the
 *   current prompt and protected documents are sent byte for byte.
 * - A retry, a continuation and a sibling get the same bytes of a part at the same targetPercent, and nothing is made twice.
 */
export { assemble } from "./assemble.ts";
export { countPrompt } from "./count-parts.ts";
export type { FitCtx, FitInput, FitOutcome, FitTools } from "./fit.ts";
export { fitPrompt } from "./fit-prompt.ts";
export type { HistoryMessage, Ingredients, PromptMessage, ResourceDocument } from "./ingredients.ts";
export { inputLimit } from "./input-limit.ts";
export type { Receipt } from "./receipt.ts";
export { receiptsOf, saveReceipt } from "./receipts.ts";
export { tryFit } from "./try-fit.ts";
