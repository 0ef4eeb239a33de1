import { AppError, type Log } from "#platform";

/** The last error of the worker in this process, for people. It stays after the worker has recovered; null if there was none. */
export type WorkerErrors = { log: Log; last(): string | null };

/** Records what the worker logs as an error, so that a person who follows a run sees why it does not move: the log itself is silent. */
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
