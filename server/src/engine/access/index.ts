/**
 * Access: who the caller is, and which rows the caller may read. `schema.sql` defines the acting user of a transaction
 * (`acting_user()`) and the row-level security that every module gives its tables (`protect()`, `share()`).
 *
 * Words:
 * - local mode: the program serves one person on one machine. There is no other mode yet.
 * - local user: the row of that person in users. It is created once and has a well-known id.
 * - secret: a client that knows the secret of the data folder acts as the local user.
 *
 * Owns the table users. Keeps the file `secret` in the data folder.
 *
 * Always true:
 * - Secrets are compared in constant time, are readable by their owner only, and never reach a log or an event.
 * - Row-level security protects rows in the database itself, below the HTTP layer and the CLI. `assertIsolation` proves at
 *   start-up that another user's row is invisible, and the program refuses to run as a role that could see it.
 */
export { assertIsolation } from "./assert-isolation.ts";
export { isSecret } from "./is-secret.ts";
export { createSecret, findSecret, keepSecret } from "./keep-secret.ts";
export { ensureLocalUser, localUserId } from "./local-user.ts";
