/**
 * The command line: every noun of the product as a command, for people and for programs.
 *
 * Folders: `commands` (one file per noun), `input` (arguments, options, files, names), `connect` (the way to the API), `run`
 * (following a session), `output` (texts and tables for people), `doctor` (checks of the installation).
 *
 * Words: a *command* is a noun and usually a verb (`session show`). A *link* is the connection to the API: either to the
 * process that holds the data folder (a server, or a run in progress), or to an app opened in this process. Commands use the
 * same typed client through both *transports*. A *ref* is what the user typed to name a thing: an id, a part of one, or a
 * slug. The *entry points* are the HTTP server and the worker, passed in by `bin/dialectic.mjs`.
 *
 * The entry points and the modules above the platform are imported only when a command needs them. Commands that reject
 * input, print help or talk to a running server do not load them, and so start in half the time.
 *
 * Owns no tables.
 *
 * Always true:
 * - stdout carries only the result. With `--json` that is exactly one line, even on failure. Progress, notes and errors go
 *   to stderr.
 * - An error says what happened and what to do, and has an exit code from the contract's table. Stack traces are printed
 *   only with DIALECTIC_LOG=debug.
 * - Every typed word is either used or rejected (`read-words.ts`, tested for every command).
 * - Input is validated before anything is opened or created: a rejected command leaves nothing behind.
 * - Messages call the program `dialectic` in straight quotes; `asTyped` replaces that name with the words that start the
 *   program for this user.
 * - A command that holds an embedded folder for long accepts connections from other commands and writes its address into the
 *   folder's lock.
 * - Colours and moving bars appear only on a terminal.
 */
export { createProgram } from "./create-program.ts";
export type { EntryPoints } from "./entry-points.ts";
export { main } from "./main.ts";
