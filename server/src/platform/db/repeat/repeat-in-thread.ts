import { Worker } from "node:worker_threads";
import type { RepeatOptions, Repetition, Statement } from "../connection.ts";

/** `number` identifies the statement that a result belongs to. */
export type Repeated = Statement & { begin: string; number: number };
export type RepeatThreadData = { url: string; everyMs: number; maxSilenceMs: number; timeoutMs: number };
export type ToRepeatThread = { statement: Repeated | null; now: boolean };
export type ToMainThread = { number: number } & ({ rows: unknown[] } | { error: string });

/** On a busy machine, a connection and a statement may take this long. A shorter limit would drop good connections. */
const leastTimeoutMs = 2_000;
const restartMs = 1_000;

/**
 * Repeats a statement in a thread with a separate connection. The thread starts here, so that the first statement does not
 * wait for it, and restarts if it ends unexpectedly. Messages reach it even if the main thread blocks right afterwards.
 */
export function repeatInThread<Row, Of>(url: string, options: RepeatOptions<Row, Of>): Repetition<Of> {
  const { begin, everyMs, maxSilenceMs, onRows, onError } = options;
  // A silent connection is given up when the interval is over, so that the next run uses a new one.
  const workerData: RepeatThreadData = { url, everyMs, maxSilenceMs, timeoutMs: Math.max(everyMs, leastTimeoutMs) };
  const subjects = new Map<number, Of>();
  let last: Repeated | null = null;
  let count = 0;
  let thread: Worker | undefined;
  let isStopped = false;

  function start(): void {
    const started = new Worker(new URL("./repeat-thread.ts", import.meta.url), { workerData, execArgv: [] });
    thread = started;
    started.unref();
    started.on("message", hear);
    started.on("error", onError);
    started.on("exit", () => {
      thread = undefined;
      if (!isStopped) setTimeout(send, restartMs).unref();
    });
  }

  function hear(message: ToMainThread): void {
    const subject = subjects.get(message.number);
    for (const number of subjects.keys()) if (number < message.number) subjects.delete(number);
    if (isStopped) return;
    if ("error" in message) onError(new Error(message.error));
    else if (subject !== undefined) onRows(message.rows as Row[], subject);
  }

  function send(now = false): void {
    if (isStopped) return;
    if (!thread) start();
    thread?.postMessage({ statement: last, now } satisfies ToRepeatThread);
  }

  start();
  return {
    set(statement: Statement | null, subject: Of) {
      count += 1;
      last = statement && { sql: statement.sql, parameters: statement.parameters, begin, number: count };
      if (last) subjects.set(count, subject);
      send();
    },
    runNow: () => send(true),
    async stop() {
      isStopped = true;
      await thread?.terminate();
    },
  };
}
