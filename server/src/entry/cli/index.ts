/**
 * The command line: every noun of the product as a command, for people and for programs.
 *
 * Words: a *command* is a noun and usually a verb (`session show`). A *link* is the way to the API: to the server that
 * holds the data folder (a server, or a run under way), or, when nobody does, to an app opened in this process; the same
 * typed client speaks through both *ways*, so that a command is written once and cannot tell. A *ref* is a thing as the
 * user named it: an id, a piece of one, or a slug. The *doors* are the other entries (HTTP, worker), handed in by
 * `bin/dialectic.mjs`. Doors and the modules above the platform are loaded when a command comes to need them: a refusal,
 * `--help` and talking to a running server need none, and are twice as quick without.
 *
 * Owns no tables.
 *
 * Always true:
 * - stdout carries the result and nothing else: with `--json` exactly one line, whether it worked or not; progress,
 *   notes and errors go to stderr.
 * - An error is one sentence that says what to do, and an exit code of the contract's table; a stack trace is shown to
 *   nobody who did not ask for it (DIALECTIC_LOG=debug).
 * - Nothing typed is dropped: words are used or refused (`read-words.ts`, tested for every command of the program).
 * - Input is checked before anything is opened or made: a command that refuses leaves nothing behind.
 * - Messages call the program `dialectic` in straight quotes; `asTyped` makes it what this user types, on the way out.
 * - Whoever works on an embedded folder for long lets other commands in, and announces where in the folder's lock.
 * - Colours and moving bars only on a terminal.
 */
export { createProgram } from "./create-program.ts";
export type { Doors } from "./doors.ts";
export { main } from "./main.ts";
