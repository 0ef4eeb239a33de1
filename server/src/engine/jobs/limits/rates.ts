import type { AppError, Database, Tx } from "#platform";
import { isOutage, outageBackoff } from "./backoff.ts";
import type { RateLimit } from "./rates.store.ts";
import * as store from "./rates.store.ts";

/** A provider's report about one of its limits. `limit` is per minute; a limit whose window is unknown is omitted. */
export type RateReading = {
  limit?: number | undefined;
  remaining?: number | undefined;
  resetMs?: number | undefined;
};

/** Rate limits that the headers of a response reported, and when the response arrived (milliseconds since 1970). */
export type LearnedRate = {
  requests?: RateReading | undefined;
  tokens?: RateReading | undefined;
  heardAt: number;
};

/**
 * Limits requests and tokens per minute, over all processes; null removes a limit. This is a setting of the installation, not
 * of a user. What the provider reports may tighten the limit but never loosen it.
 */
export async function setRateLimit(database: Database, limit: RateLimit): Promise<void> {
  await database.asOwner(async (db) => {
    await store.upsertRate(db, limit);
    await store.deleteIdleRate(db, limit.key);
  });
}

export type TakeOutcome = { ok: true } | { ok: false; waitMs: number };

/**
 * Takes one request and an estimate of the tokens (input and a share of the output cap) from the model and its provider, or
 * nothing. The rows stay locked until the commit: call it in a short transaction, and correct the estimate after the call.
 */
export async function takeRate(db: Tx, call: { model: string; tokens: number }): Promise<TakeOutcome> {
  const waitMs = await store.takeRate(db, call);
  return waitMs === 0 ? { ok: true } : { ok: false, waitMs };
}

type Correction = { model: string; reserved: number; used: number };

/**
 * Call it after a model call: it replaces the estimate with the tokens used (0 if nothing was sent). The request stays
 * counted.
 */
export async function correctRate(db: Tx, call: Correction): Promise<void> {
  await store.correction(call).execute(db);
}

/** Does the work of `correctRate` and `learnRate`, as the last statements of a transaction. */
export const correcting = (db: Tx, { learned, ...call }: Correction & { learned: LearnedRate | undefined }) =>
  [store.correction(call), ...(learned ? lessons({ model: call.model, learned }) : [])].map((one) => one.compile(db));

/**
 * The longest wait for a reported reset. After a minute one call may try again, because the headers say only when a limit is
 * fully restored, and a part of it is restored earlier.
 */
const longestLesson = 60_000;

/**
 * Applies a provider's report about a model: the limits, the remaining requests and tokens, and when to call again.
 * Stricter limits of ours still apply.
 */
export async function learnRate(db: Tx, input: { model: string; learned: LearnedRate }): Promise<void> {
  for (const lesson of lessons(input)) await lesson.execute(db);
}

function lessons({ model, learned }: { model: string; learned: LearnedRate }) {
  const { requests, tokens } = learned;
  const known = [requests?.limit, tokens?.limit, requests?.remaining, tokens?.remaining];
  const lesson = store.lesson({
    model,
    requests: requests?.limit ?? null,
    tokens: tokens?.limit ?? null,
    requestsRemaining: requests?.remaining ?? null,
    tokensRemaining: tokens?.remaining ?? null,
    heardAt: new Date(learned.heardAt),
  });
  const waits = [requests, tokens].flatMap((one) => (one && isUsedUp(one) ? [one.resetMs ?? 0] : []));
  const waitMs = Math.min(Math.max(0, ...waits), longestLesson);
  return [
    ...(known.some((value) => value !== undefined) ? [lesson] : []),
    ...(waitMs > 0 ? [store.holdingOffUntil(model, new Date(learned.heardAt + waitMs))] : []),
  ];
}

/**
 * True if nothing remains and only the reported reset time tells when to continue. If a limit per minute is reported, the
 * bucket's refill determines when to continue.
 */
const isUsedUp = (reading: RateReading) => reading.remaining === 0 && reading.limit === undefined;

/**
 * Opens the circuit breaker of a model if the error shows that the provider is down or throttles calls; ignores other
 * errors. While the breaker is open, all jobs of the model wait, and one call at a time probes the provider.
 */
export async function reportFailure(
  db: Tx,
  { model, error, windowMs }: { model: string; error: AppError; windowMs: number },
): Promise<void> {
  if (!isOutage(error)) return;
  const { code, retryAfterMs = null, details } = error;
  const status = typeof details === "object" && details !== null ? Reflect.get(details, "status") : null;
  await store.reportFailure(db, {
    ...{ model, code, retryAfterMs, windowMs, ...outageBackoff(windowMs) },
    status: typeof status === "number" ? status : null,
  });
}

/** For a call that ended without showing whether the provider works, such as a cancelled one: lets the next call probe. */
export const releaseProbe = (db: Tx, model: string) => store.releaseProbe(db, model);

/** Reports that the provider answered, as the last statement of a transaction. */
export const reportingAnswer = (db: Tx, call: { model: string; tookMs: number }) => store.answered(call).compile(db);

const longestHold = 3_600_000;

/** Keeps every process from calling this model for this long (at most an hour), unless it is already held off for longer. */
export async function holdOff(
  db: Tx,
  input: { model: string; ms: number } | { model: string; until: Date },
): Promise<void> {
  if ("until" in input) await store.holdingOffUntil(input.model, input.until).execute(db);
  else await store.holdOffFor(db, input.model, Math.min(Math.max(0, input.ms), longestHold));
}
