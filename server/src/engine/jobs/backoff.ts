import type { AppError } from "#platform";

const longest = 5 * 60_000;

/**
 * How long to wait before the next try: exponential with full jitter (anything from nothing to the whole step: many
 * jobs that failed together must not come back together), and at least what the provider asked for, however long. One
 * that asks for nothing at all ("0", a moment that is over) must not use up every try within a second.
 */
export function retryDelay(
  error: Pick<AppError, "retryAfterMs">,
  tries: { attempt: number; baseMs: number; random: () => number },
): number {
  const step = Math.min(longest, tries.baseMs * 2 ** tries.attempt);
  const jitter = Math.round(tries.random() * step);
  if (error.retryAfterMs === undefined) return jitter;
  return Math.max(jitter, error.retryAfterMs + Math.min(jitter, tries.baseMs));
}
