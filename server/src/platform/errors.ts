import { type ErrorCode, errorTable, type Remedy } from "@dialectic/contract";

type Extra = {
  cause?: unknown;
  details?: unknown;
  remedies?: readonly Remedy[];
  retry?: boolean;
  retryAfterMs?: number;
  mayBeBilled?: boolean;
};

/**
 * An error with a stable code. The message names the object and says what is wrong; `remedies` holds what the user can do, which
 * the CLI, the API and the web app each put into words.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;
  /** True if the provider may bill the failed call. */
  readonly mayBeBilled: boolean;
  readonly details: unknown;
  readonly remedies: readonly Remedy[];

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.retry = extra.retry ?? errorTable[code].retry;
    this.retryAfterMs = extra.retryAfterMs;
    this.mayBeBilled = extra.mayBeBilled ?? false;
    this.details = extra.details;
    this.remedies = extra.remedies ?? [];
  }
}

/**
 * The error for a full disk. Freeing disk space is enough, because the work is retried with delays long enough that the
 * retries do not run out first.
 */
export const diskFull = (what: string, cause: unknown): AppError =>
  new AppError("disk_full", `${what} Free some disk space; work then continues automatically.`, {
    cause,
    retryAfterMs: 20_000,
  });

/** Wraps anything thrown as an AppError, the only kind of error that entry points and the worker pass on. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError("internal", message, { cause: thrown });
}
