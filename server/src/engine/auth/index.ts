/**
 * Auth: who is asking, and may they.
 *
 * Words: in *local mode*, the only one so far, the program serves one person on one machine: the *local user*, a row
 * with a well-known id that is made once. Whoever knows the *secret* of the data folder is that person. The
 * *source* of a request is what its Host and Origin headers say.
 *
 * Owns the table users. Keeps the file `secret` in the data folder.
 *
 * Always true:
 * - The server listens on loopback only, and that alone protects nothing: any page in the user's browser can send
 *   requests there. Hence three walls: the Host must be a loopback name with our port (a foreign name that resolves
 *   to 127.0.0.1 is refused), the Origin, when there is one, must be ours, and the secret must be known.
 * - Secrets are compared in constant time, are readable by their owner only, and never reach a log or an event.
 * - Behind all of it stands row-level security; `assertIsolation` proves at start-up that a foreign row is invisible, and
 *   the program refuses to run as a role that could see it.
 */
export { assertIsolation } from "./assert-isolation.ts";
export { assertSource } from "./assert-source.ts";
export { isSecret } from "./is-secret.ts";
export { createSecret, keepSecret } from "./keep-secret.ts";
export { ensureLocalUser, localUserId } from "./local-user.ts";
