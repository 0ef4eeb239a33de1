/**
 * Requests are handled once per idempotency key, however often they arrive.
 *
 * Words: a *key* is a text that a client chooses for one request that creates something (the header `Idempotency-Key`). A
 * *repeated* request has a known key: nothing is created, and the first answer is returned again.
 *
 * Tables: request_keys, one row per user and key, kept for a day.
 *
 * Invariants:
 * - The key is written in the transaction that creates the thing: after a crash, either both exist or neither does. So a
 *   request with a key is handled in one transaction, without calls to models, files or the network.
 * - If two requests with the same key arrive at once, one creates the thing; the other waits and gets the same answer.
 * - A failed request leaves no key: it may be sent again.
 * - A key is valid for one request: another request under it is a conflict. Users do not share keys.
 */
export { answerOnce, deleteOldKeys } from "./answer-once.ts";
