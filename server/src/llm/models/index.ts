/**
 * Models: which models there are, what they cost, and the adapters to those who run them. Text in, and text, an object or
 * calls of tools out; nobody else in this program talks to a provider. Whoever wants an answer asks through `#calls`,
 * which pays for it; `askModel` here neither holds money nor keeps to rates, and `#calls` alone calls it.
 *
 * Words: a *model* is an entry of the catalogue (`rehearsal/atlas`), known by `provider/name`. A *provider* is who is
 * asked: Anthropic, OpenAI, Google, or any OpenAI-compatible endpoint (Ollama is looked for on this machine). A *call*
 * is one request and the text that streams back. An *in-process provider* runs its models inside this
 * process, offline and free; `app` registers it in the settings (`#rehearsal` is one). A *tool* is something a model may ask for in a call; whoever made the
 * call runs it, or does not. An *embedding model* turns texts into vectors; it is listed beside the others (`embeddings`
 * in the catalogue and in models.json) and asked by `askEmbeddings`, which `#calls` alone calls.
 *
 * The *last valid version* of models.json or providers.json is used while the file itself is not valid; a process that
 * has the database open keeps it as a private copy (`config-files/`).
 *
 * *Settings* say where keys, addresses and lists come from: made once from the configuration, and by `settingsFor`
 * completed with what the acting user has set. A *master key* encrypts the keys users store.
 *
 * *Terms* are what calls of a model are counted, fitted and priced by. A session freezes the terms of its models when it starts
 * (`model_terms`); what the lists say later does not change them.
 *
 * Owns the tables own_models, provider_keys and model_terms. The catalogue is `catalogue.json`, with the day its figures were noted;
 * `models.json` and `providers.json` in the data folder add to it, and each user's own list to that. Keys come from
 * the environment or, encrypted, from the database; addresses from the environment and the folder alone.
 *
 * Always true:
 * - A call never runs inside a database transaction, and is never repeated here: whoever calls decides on retries.
 * - A model that is unknown, or lacks its key or its price, is refused before anything is sent; requests go to
 *   configured hosts alone and follow no redirect. A host that a file of the data folder names gets a key only if the
 *   user has allowed that host that key (`hosts/`).
 * - A user's stored key is used before the environment's, for that user alone; it leaves this module only in a request
 *   to the provider it is for, and what comes back is cleared of it at the door.
 * - What goes wrong is an AppError with a code of the contract, without keys; an abort throws the signal's own reason.
 * - An answer of a wanted shape has been read by its schema, a tool's input by the tool's; what does not fit is
 *   `invalid_answer`, with what was wrong and the text in its details. No tool is run here.
 * - A call that failed says what it used: null when the provider bills nothing, else its own count or a guess marked so.
 * - What a provider says about its rates (limits, what is left, when it is back) reaches `onRate`, with any answer.
 * - A call that was cut off says so (`length`, `interrupted`); text that came before the cut is kept, its usage guessed.
 *   Only `stop` is a complete answer; one that its provider ends in an error is none, and what it used is told.
 * - The same prompt gives the same bytes from a rehearsal model, raw answer included; a text cut at its output cap and
 *   continued is, joined, the text that would have been written in one go.
 */

export { estimateTokens, type Usage } from "./answer/usage.ts";
export { listModels, requireModel } from "./catalogue/catalogue.ts";
export { discoverModels } from "./catalogue/discover-models.ts";
export { type FrozenTerms, frozenColumns, insertTerms } from "./catalogue/frozen-terms.store.ts";
export { getModel } from "./catalogue/get-model.ts";
export { listModelsFor } from "./catalogue/list-models-for.ts";
export { type ListedTerms, type ModelTerms, termsOf } from "./catalogue/model-terms.ts";
export { costOf, leastCost, mostCost, priceOf, worstCase } from "./catalogue/price.ts";
export { configProblems } from "./config-files/config-problems.ts";
export type { EmbeddingInput } from "./embeddings/ask-embeddings.ts";
export { findEmbeddingModel } from "./embeddings/embedding-catalogue.ts";
export { listEmbeddingModelsFor } from "./embeddings/list-embedding-models-for.ts";
export { type ReadyEmbedding, resolveEmbeddingModel } from "./embeddings/ready-embedding.ts";
export { type Overflow, overflowOf } from "./errors/read-overflow.ts";
export { type AllowedHost, allowHost, forbidHost, listAllowedHosts } from "./hosts/allowed-hosts.ts";
export { knownKeyHider } from "./keys/known-key-hider.ts";
export { listProviderKeys } from "./keys/list-provider-keys.ts";
export { removeProviderKey } from "./keys/remove-provider-key.ts";
export { setProviderKey } from "./keys/set-provider-key.ts";
export { addEmbeddingModel } from "./own/add-embedding-model.ts";
export { addModel } from "./own/add-model.ts";
export { removeModel } from "./own/remove-model.ts";
export { createModelJudge } from "./providers/create-model-judge.ts";
export type { InProcessProvider } from "./providers/in-process.ts";
export { type ModelSettings, readModelSettings } from "./providers/model-settings.ts";
export { describeProviders, providerOf } from "./providers/providers.ts";
export { type ReadyModel, readyModel, resolveModel } from "./providers/resolve-model.ts";
export { settingsFor } from "./providers/settings-for.ts";
export { askEmbeddings, askModel, textsBeside } from "./request/ask.ts";
export type { CallInput, Message, Prompt, Tool, ToolCall } from "./request/call-input.ts";
export type { AskOutcome, CallResult, HeardBefore } from "./request/call-result.ts";
export { type Counting, countBy, countingOf } from "./request/count-by.ts";
/** @public what bench compares with */
export { countTokens } from "./request/count-tokens.ts";
export { messageText } from "./request/message-text.ts";
export { countPieces, takePieces } from "./request/pieces.ts";
export type { Shape, ShapePart } from "./request/shape.ts";
