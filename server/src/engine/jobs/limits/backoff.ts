import type { AppError } from "#platform";

const longestMs = 5 * 60_000;

type Backoff = { baseMs: number; longestMs?: number; random: () => number };

/**
 * The delay before the next attempt. It is exponential with full jitter, from zero to the whole step, so that jobs that
 * failed together do not retry together. It is at least the provider's retry-after, however long that is. A retry-after
 * of zero or in the past still gives a delay: otherwise all attempts would be used up within a second.
 */
export function retryDelay(error: Pick<AppError, "retryAfterMs">, tries: { attempt: number } & Backoff): number {
  const step = Math.min(tries.longestMs ?? longestMs, tries.baseMs * 2 ** tries.attempt);
  const jitter = Math.round(tries.random() * step);
  if (error.retryAfterMs === undefined) return jitter;
  return Math.max(jitter, error.retryAfterMs + Math.min(jitter, tries.baseMs));
}

/** True if the provider is down or throttles calls: it will answer later, so the job should not fail now. */
export const isOutage = ({ code, retry }: Pick<AppError, "code" | "retry">): boolean =>
  retry && (code === "rate_limited" || code === "provider_unavailable");

/**
 * Delays grow from a second to a minute. They are shorter if the retry window is short (as in tests), so that several
 * attempts fit into the window.
 */
export const outageBackoff = (windowMs: number) => ({
  baseMs: Math.min(1_000, windowMs / 100),
  longestMs: Math.min(60_000, windowMs / 10),
});

/**
 * The delay before the next attempt at a provider that is down. Attempts that may be billed are limited, so they are spread
 * over the retry window, and the last one is made when the window ends.
 */
export function outageDelay(
  error: Pick<AppError, "retryAfterMs" | "mayBeBilled">,
  job: { attempt: number; maxRetries: number; outageTries: number },
  { windowMs, random }: { windowMs: number; random: () => number },
): number {
  const backoff = { ...outageBackoff(windowMs), random };
  const delayMs = retryDelay(error, { attempt: job.outageTries, ...backoff });
  if (!error.mayBeBilled) return delayMs;
  const share = (tries: number) => Math.min(1, tries / Math.max(1, job.maxRetries)) ** 2;
  const spreadMs = windowMs * (share(job.attempt + 1) - share(job.attempt));
  return Math.ceil(Math.max(delayMs, spreadMs * (1 + random() / 10)));
}
