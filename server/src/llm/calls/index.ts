/**
 * Calls: models are called and paid for only here. Documents, combining and embeddings use `callModel` and
 * `embedTexts`; `#models` lists the models and sends the requests to their providers.
 *
 * One call, in the order of the files:
 * 1. The caller resolves the model once (`resolveModel` of #models) and calls `callModel` (`call-model.ts`).
 * 2. `estimate-hold.ts` computes the worst case, including tools and schema.
 * 3. `call-attempt.ts` and `authorize-call.ts` hold the money, count the call against the rate limits and ask for
 *    approval if needed.
 * 4. `askModel` (#models) sends the request.
 * 5. The caller settles the charge in the transaction that saves the answer: with `saveWithCharge`, or in a job's
 *    outcome with `beforeCommit: charge.settle` and `ifUnrecorded: charge.lose`.
 *
 * Words:
 * - *call*: one answer of a model. Its key is the same for every *attempt*.
 * - *authorize*: hold the money, count the call against the model's rate limits, and ask for an approval if the call may
 *   cost a large part of the wallet.
 * - *charge*: the price of an answer, at the prices that the hold was made with.
 * - *live text*: the answer so far, published as events in batches.
 * - *token factor*: the ratio of a model's own count of a prompt to ours, learned from the provider's reports.
 *
 * Tables: model_calls (one row per attempt whose process recorded its end). Holds and balances belong to `#wallet`.
 *
 * Always true:
 * - A model is resolved once per call. Fit, hold and charge use the same terms.
 * - No request is sent without authorization. Every hold that this module makes is ended by this module or, if the
 *   process crashes, by the sweep.
 * - An answer and its charge are one commit. If a job's answer cannot be saved, its cost is booked as lost with the
 *   job's failure.
 * - A failure that costs nothing releases the hold. A failure that will be billed (refused, empty, broken off) is
 *   booked as lost.
 */

export { costOfCalls } from "./call.store.ts";
export {
  type CallCtx,
  type CallTools,
  type Charge,
  type EmbeddingOutcome,
  outcomeOf,
  type Refusal,
  saveWithCharge,
} from "./call.ts";
export { callModel, emptyAnswersOf } from "./call-model.ts";
export { embedTexts } from "./embed-texts.ts";
export { tokensBeside } from "./estimate-hold.ts";
export { deleteLiveText } from "./live-text.ts";
export { testModel } from "./test-model.ts";
export { tokenFactor } from "./token-factor.ts";
