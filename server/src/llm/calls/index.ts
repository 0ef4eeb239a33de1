/**
 * Calls: models are called and paid for only here. Documents, combining and embeddings use `callModel` and `embedTexts`;
 * `#models` knows which models exist and how to reach their providers.
 *
 * One call, in the order of the files: `resolveModel` (#models) once, by the caller → `call-model.ts` → `estimate-hold.ts`
 * (the worst case; tools and schema count) → `call-attempt.ts` and `authorize-call.ts` (money held, rate taken, approval)
 * → `askModel` (#models) → `charge`, which the caller settles in the transaction that saves the answer: `saveWithCharge`,
 * or `beforeCommit: charge.settle` in a job's outcome, with `ifUnrecorded: charge.lose`.
 *
 * Words. *Call*: one answer of a model; its key is the same at every *attempt*. *Authorize*: hold the money, take the rate,
 * and ask for an approval if the call may cost a large part of the wallet. *Charge*: what an answer costs, by the prices
 * it was held with. *Live text*: the answer so far, published as events in batches. *Token factor*: the ratio of a model's own
 * count of a prompt to ours, learned from its reports.
 *
 * Tables: model_calls (one row per attempt that ended here). The money is the wallet's (`#wallet`).
 *
 * Always true:
 * - A model is resolved once per call, and its terms are those of the hold, the charge and the fit.
 * - No request is sent without authorization, and every hold of this module is ended here or, if the process dies, by
 *   the sweep.
 * - An answer and its charge are one commit. If a job's answer cannot be saved, its cost is booked as lost with the job's failure.
 * - A failure that costs nothing releases the hold; the cost of a failure that will be billed (refused, empty, broken off) is
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
