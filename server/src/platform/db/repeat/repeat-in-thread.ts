import { Worker } from "node:worker_threads";
import type { RepeatOptions, Repetition, Statement } from "../connection.ts";
import { createLatest, writeLatest } from "./latest.ts";

export type RepeatThreadData = {
  url: string;
  /** Opens the transaction of each run. */
  begin: string;
  everyMs: number;
  maxSilenceMs: number;
  timeoutMs: number;
  /** The statement to repeat, or null; see `latest.ts`. */
  latest: SharedArrayBuffer;
};
/** Any message to the thread asks it to run the statement now. */
export type ToRepeatThread = "now";
export type ToMainThread = { rows: unknown[]; parameters: readonly unknown[] } | { error: string };

/** On a busy machine, a connection and a statement may take this long. A shorter limit would drop good connections. */
const leastTimeoutMs = 2_000;
const restartMs = 1_000;

/**
 * Repeats a statement in a thread with a separate connection. The thread starts here, so that the first statement does not
 * wait for it, and restarts if it ends unexpectedly. It reads the statement from shared memory, even if the main thread
 * blocks right after it set the statement.
 */
export function repeatInThread<Row>(url: string, options: RepeatOptions<Row>): Repetition {
  const { begin, everyMs, maxSilenceMs, onRows, onError } = options;
  const latest = createLatest();
  // A silent connection is given up when the interval is over, so that the next run uses a new one.
  const timeoutMs = Math.max(everyMs, leastTimeoutMs);
  const workerData: RepeatThreadData = { url, begin, everyMs, maxSilenceMs, timeoutMs, latest };
  let thread: Worker | undefined;
  let isStopped = false;

  function start(): void {
    if (isStopped) return;
    const started = new Worker(new URL("./repeat-thread.ts", import.meta.url), { workerData, execArgv: [] });
    thread = started;
    started.unref();
    started.on("message", hear);
    started.on("error", onError);
    started.on("exit", () => {
      thread = undefined;
      setTimeout(start, restartMs).unref();
    });
  }

  function hear(message: ToMainThread): void {
    if (isStopped) return;
    if ("error" in message) onError(new Error(message.error));
    else onRows(message.rows as Row[], message.parameters);
  }

  start();
  return {
    set: (statement) =>
      writeLatest(latest, statement && ({ sql: statement.sql, parameters: statement.parameters } satisfies Statement)),
    runNow: () => thread?.postMessage("now" satisfies ToRepeatThread),
    async stop() {
      isStopped = true;
      await thread?.terminate();
    },
  };
}
