/**
 * Access: who the caller is, and which rows they see. `schema.sql` defines the acting user of a transaction (`acting_user()`) and the
 * row-level security that every module gives its tables (`protect()`, `share()`).
 *
 * Words: in *local mode*, the only one so far, the program serves one person on one machine: the *local user*, a row with a
 * well-known id that is created once. A client that knows the *secret* of the data folder acts as that person.
 *
 * Owns the table users. Keeps the file `secret` in the data folder.
 *
 * Always true:
 * - Secrets are compared in constant time, are readable by their owner only, and never reach a log or an event.
 * - Row-level security applies behind the HTTP layer and the CLI. `assertIsolation` proves at start-up that another user's row is
 *   invisible, and the program refuses to run as a role that could see it.
 */
export { assertIsolation } from "./assert-isolation.ts";
export { isSecret } from "./is-secret.ts";
export { createSecret, findSecret, keepSecret } from "./keep-secret.ts";
export { ensureLocalUser, localUserId } from "./local-user.ts";
