import { AppError, type Log } from "#platform";

/** What was last the matter with the work done in this process, in a sentence for people, mended or not; null if nothing ever was. */
export type WorkerErrors = { log: Log; last(): string | null };

/** Whoever follows a run is told at once why it does not move: its log is silent, unless one asks for it. */
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
