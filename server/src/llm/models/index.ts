/**
 * Models: the catalogue, the terms of models, and the adapters to their providers. Only this module talks to providers.
 *
 * Responsibilities: list and resolve models; send one request and parse its answer; count tokens and price them; store
 * provider keys, encrypted; read models.json and providers.json. This module does not hold money or limit rates: call
 * `callModel` of `#calls`, the only caller of `askModel` and `askEmbeddings`.
 *
 * Words:
 * - *model*: an entry of the catalogue, `provider/name`. *Provider*: Anthropic, OpenAI, Google or a compatible endpoint
 *   (Ollama is built in).
 * - *catalogue*: `catalogue.json`, then `models.json` of the data folder, then the user's own models. A later entry replaces
 *   an earlier one.
 * - *settings*: where keys, addresses and lists come from. `settingsFor` adds the acting user's own models and keys.
 * - *terms*: limits, tokenizer and prices of a model. A session freezes them when it is created; later changes of the lists
 *   do not affect it.
 * - *last valid version*: the version of models.json or providers.json that is used while the file is invalid
 *   (`config-files/`).
 * - *rehearsal model*: runs in this process, offline and free. *Embedding model*: turns texts into vectors.
 *
 * Tables: own_models, provider_keys, model_terms.
 *
 * Invariants:
 * - No call runs inside a transaction, and this module retries no call. A model without its key or price is refused before a
 *   request.
 * - Requests go to configured hosts only and follow no redirect. A host from a file in the data folder receives a key only
 *   if the user allowed it.
 * - A stored key takes precedence over the environment's, but only for its owner. Keys are redacted from every response and
 *   error.
 * - A failure is an AppError with its usage, which is null if the provider bills nothing. After an abort, `thrown` is the
 *   signal's own reason.
 * - Objects and tool inputs are validated by their schemas; an invalid one is the error `invalid_answer`. No tool runs here.
 *   Rate limits in headers are passed to `onRate`.
 * - Only `stop` is a complete answer. Text before a cut is kept (`length`, `interrupted`), and its usage is estimated.
 * - For the same prompt a rehearsal model always returns the same bytes, even if its answer is cut at a cap and continued.
 */

export { estimateTokens, type Usage } from "./answer/usage.ts";
export { listModels, requireModel } from "./catalogue/catalogue.ts";
export { discoverModels } from "./catalogue/discover-models.ts";
export { type FrozenTerms, frozenColumns, insertTerms } from "./catalogue/frozen-terms.store.ts";
export { getModel } from "./catalogue/get-model.ts";
export { listModelsFor } from "./catalogue/list-models-for.ts";
export { readLocalWindows } from "./catalogue/local-windows.ts";
export { type ListedTerms, type ModelTerms, termsOf } from "./catalogue/model-terms.ts";
export { costOf, leastCost, mostCost, priceOf, worstCase } from "./catalogue/price.ts";
export { configProblems } from "./config-files/config-problems.ts";
export type { EmbeddingInput } from "./embeddings/ask-embeddings.ts";
export { findEmbeddingModel } from "./embeddings/embedding-catalogue.ts";
export { listEmbeddingModelsFor } from "./embeddings/list-embedding-models-for.ts";
/** @public `readyEmbedding` is for the benchmark of memory, which has no acting user */
export { type ReadyEmbedding, readyEmbedding, resolveEmbeddingModel } from "./embeddings/ready-embedding.ts";
export { type Overflow, overflowOf } from "./errors/read-overflow.ts";
export { type AllowedHost, allowHost, forbidHost, listAllowedHosts } from "./keys/allowed-hosts.ts";
export { createKeyRedactor } from "./keys/key-redactor.ts";
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
export {
  type CallInput,
  type Message,
  messageText,
  type Prompt,
  type Tool,
  type ToolCall,
} from "./request/call-input.ts";
export type { AskOutcome, CallResult, PartialAnswer } from "./request/call-result.ts";
export { type Counting, countBy, countingOf } from "./request/count-by.ts";
/** @public for benchmarks, which compare other ways of counting with it */
export { countTokens } from "./request/count-tokens.ts";
export { askEmbeddings, askModel, toolAndSchemaTexts } from "./request/lazy-ask.ts";
export { countPieces, takePieces } from "./request/pieces.ts";
export type { Shape, ShapePart } from "./request/shape.ts";
