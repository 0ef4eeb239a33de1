/**
 * Calls: calls of models that are paid for, which is what everybody uses who wants an answer. The worst case is held, the
 * call is made, what it used is settled with the answer, and the rest is free again. Free models go the same way without
 * the money. Which models there are, what they cost and how each provider is spoken to is `#models`, used from here.
 *
 * Vectors of embedding models are paid for in the same way, by `payForEmbedding`.
 *
 * Words. *Call*: one answer of a model, however often it is tried; its key is the same at every *attempt*. *Leave*: what
 * an attempt needs before it may be made: room within the rate limits, money held, somebody's approval if it is a large
 * part of the wallet. To *book* is to write down what a call used and to settle its hold, in the transaction that saves
 * its answer. *Live text* is what has come of an answer so far, told as events in batches. The *token
 * factor* of a model is what its own count of a prompt is to ours, learned from what it reported.
 *
 * Tables: model_calls (one row per attempt that ended here). The money is the wallet's (`#wallet`).
 *
 * Always true:
 * - No request is sent without leave, and every hold of this module is ended here or, if the process dies, by the sweep.
 * - An answer and its charge are one commit: neither stands without the other.
 * - What cost nothing is released; what will be billed and gave nothing (refused, empty, broken off) is booked as lost.
 */
export { costOfCalls } from "./call.store.ts";
export { outcomeOf, payForCall, type Refused } from "./pay-for-call.ts";
export { payForEmbedding } from "./pay-for-embedding.ts";
export { startBookkeeping } from "./start-bookkeeping.ts";
export type { CallTools, PaidAnswer, PaidCall, PaidEmbedding, PaidVectors, PayingCtx } from "./terms.ts";
export { testModel } from "./test-model.ts";
export { tokenFactor } from "./token-factor.ts";
