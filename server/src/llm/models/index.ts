/**
 * Models: the one door to language models. Text in, text out; nobody else in this program talks to a provider.
 *
 * Words: a *model* is an entry of the catalogue (`rehearsal/atlas`), known by `provider/name`. A *provider* is who is
 * asked: Anthropic, OpenAI, Google, or any OpenAI-compatible endpoint (Ollama is looked for on this machine). A *call*
 * is one request and the text that streams back. A *rehearsal model* is one of three that run inside this process,
 * offline and free: they read the prompt by rules and write complete documents about it, so that the whole product
 * can be tried, shown and tested without a key.
 *
 * Owns no tables. The catalogue is `catalogue.json`, with the day its figures were noted; `models.json` and
 * `providers.json` in the data folder add to it. Keys and addresses come from the environment.
 *
 * Always true:
 * - A call never runs inside a database transaction, and is never repeated here: whoever calls decides on retries.
 * - A model that is unknown, lacks its key or its price, or costs money while `isPayingOpen` says no, is refused before
 *   anything is sent; requests go to configured hosts alone and follow no redirect.
 * - What goes wrong is an AppError with a code of the contract, without keys; an abort throws the signal's own reason.
 * - A call that was cut off says so (`length`, `interrupted`); text that came before the cut is kept, its usage guessed.
 * - The same prompt gives the same bytes from a rehearsal model, raw answer included; a text cut at its output cap and
 *   continued is, joined, the text that would have been written in one go.
 */
export type { CallInput } from "./call-input.ts";
export { type CallResult, callModel } from "./call-model.ts";
export { listModels, requireModel } from "./catalogue.ts";
export { discoverModels } from "./discover-models.ts";
export { type ModelSettings, readModelSettings } from "./model-settings.ts";
export { type ModelTerms, termsOf } from "./model-terms.ts";
export { isPayingOpen } from "./paying.ts";
export { costOf, leastCost, mostCost, priceOf, worstCase } from "./price.ts";
export { providerOf } from "./providers.ts";
export { estimateTokens, type Usage } from "./usage.ts";
