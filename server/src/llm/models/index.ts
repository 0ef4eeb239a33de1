/**
 * Models: the one door to language models. Text in, text out; nobody else in this program talks to a provider.
 *
 * Words: a *model* is an entry of the catalogue (`rehearsal/atlas`), known by `provider/name`. A *call* is one
 * request to it and the text that streams back. A *rehearsal model* is one of three that run inside this process,
 * offline and free: they read the prompt by rules and write complete documents about it, so that the whole
 * product can be tried, shown and tested without a key.
 *
 * Owns no tables. Reads one setting, DIALECTIC_REHEARSAL_LATENCY_MS: how long a rehearsal call takes.
 *
 * Always true:
 * - A call never runs inside a database transaction, and is never repeated here: whoever calls decides on retries.
 * - A model that is not in the catalogue is refused before anything is sent.
 * - What goes wrong is an AppError with a code of the contract; an abort throws the signal's own reason.
 * - A call that was cut off says so (`length`, `interrupted`); text that came before the cut is kept.
 * - The same prompt gives the same bytes from a rehearsal model, raw answer included; a text cut at its output cap and
 *   continued is, joined, the text that would have been written in one go.
 */
export { type CallInput, type CallResult, callModel } from "./call-model.ts";
export { listModels, requireModel } from "./catalogue.ts";
