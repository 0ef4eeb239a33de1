import type { AppError } from "#platform";

const longestMs = 5 * 60_000;

type Backoff = { baseMs: number; longestMs?: number; random: () => number };

/**
 * How long to wait before the next try: exponential with full jitter (anything from nothing to the whole step: many
 * jobs that failed together must not come back together), and at least what the provider asked for, however long. One
 * that asks for nothing at all ("0", a moment that is over) must not use up every try within a second.
 */
export function retryDelay(error: Pick<AppError, "retryAfterMs">, tries: { attempt: number } & Backoff): number {
  const step = Math.min(tries.longestMs ?? longestMs, tries.baseMs * 2 ** tries.attempt);
  const jitter = Math.round(tries.random() * step);
  if (error.retryAfterMs === undefined) return jitter;
  return Math.max(jitter, error.retryAfterMs + Math.min(jitter, tries.baseMs));
}

/** Whether a provider is to blame that is down or rate limits: it will answer later, and no job should fail for it now. */
export const isOutage = ({ code, retry }: Pick<AppError, "code" | "retry">): boolean =>
  retry && (code === "rate_limited" || code === "provider_unavailable");

/** Seconds at first, a minute in the end; in a short window (tests scale time) all of it is shorter, so that tries fit in. */
export const outageBackoff = (windowMs: number) => ({
  baseMs: Math.min(1_000, windowMs / 100),
  longestMs: Math.min(60_000, windowMs / 10),
});

/**
 * How long to wait before the next try at a provider that is down. A try that may be billed is one of the job's few:
 * they are spread so that the last one is made when the window is over.
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
