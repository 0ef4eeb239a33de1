import type { AppError } from "#platform";

const longest = 5 * 60_000;

/**
 * How long to wait before the next try: what the provider asked for, however long, else exponential with full
 * jitter (anything from nothing to the whole step: many jobs that failed together must not come back together).
 */
export function retryDelay(
  error: Pick<AppError, "retryAfterMs">,
  tries: { attempt: number; baseMs: number; random: () => number },
): number {
  const step = Math.min(longest, tries.baseMs * 2 ** tries.attempt);
  const jitter = Math.round(tries.random() * step);
  if (error.retryAfterMs === undefined) return jitter;
  return error.retryAfterMs + Math.min(jitter, tries.baseMs);
}
