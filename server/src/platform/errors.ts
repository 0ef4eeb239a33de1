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
 * An error with a stable code. The message names what it is about and says what is wrong; what can be done at one of
 * the doors stands in `remedies`, which each door words for itself.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;
  /** A provider may bill the call that failed like this. */
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

/** Whoever makes room need do nothing else: what was under way is tried again, and not so soon that all tries are used up. */
export const diskFull = (what: string, cause: unknown): AppError =>
  new AppError("disk_full", `${what} Free some disk space; work then continues by itself.`, {
    cause,
    retryAfterMs: 20_000,
  });

/** Whatever was thrown, as an AppError: at the doors and in the worker nothing else travels on. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError("internal", message, { cause: thrown });
}
