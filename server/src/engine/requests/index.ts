/**
 * Requests: what a user asked for once must not happen twice, however often it arrives.
 *
 * Words: a *key* is a text a program chooses for one request that makes something (the header `Idempotency-Key`);
 * sent again with the same key, the request is *repeated*: nothing is made, and the first answer is given again.
 *
 * Tables: request_keys, one row per user and key, kept for a day.
 *
 * Always true:
 * - The row is written in the transaction that makes the thing: after a crash there are both or neither. Hence what is
 *   done under a key is done in one transaction, and calls no model, file or network inside.
 * - Of two requests with one key that arrive at once, one makes the thing, and the other waits and gets its answer.
 * - A request that failed is not remembered: it may be sent again.
 * - A key is good for one request: another one under it is a conflict. Keys of different users never meet.
 */
export { answerOnce } from "./answer-once.ts";
export { forgetRequestKeys } from "./forget-request-keys.ts";
