import { AppError, type Log } from "#platform";

/**
 * `last` returns the last error of the worker in this process, even after the worker has recovered; null if it had
 * none.
 */
export type WorkerErrors = { log: Log; last(): string | null };

/**
 * Records the errors that the worker logs. The log is not printed, but a person who follows a run should see why the run
 * is stuck.
 */
export function recordWorkerErrors(log: Log): WorkerErrors {
  let last: string | null = null;
  const noted = (under: Log): Log => ({
    ...under,
    error(message, fields) {
      const error = fields?.["error"];
      last = error instanceof AppError ? error.message : [message, reasonOf(error)].filter(Boolean).join(" ");
      under.error(message, fields);
    },
    with: (more) => noted(under.with(more)),
  });
  return { log: noted(log), last: () => last };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : "");
