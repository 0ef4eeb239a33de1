import type { AppError, Database, Tx } from "#platform";
import { isOutage, outageBackoff } from "./backoff.ts";
import type { RateLimit } from "./rates.store.ts";
import * as store from "./rates.store.ts";

/** What a provider said about one of its limits. A `limit` is per minute; one of an unknown window is left out. */
export type RateReading = {
  limit?: number | undefined;
  remaining?: number | undefined;
  resetMs?: number | undefined;
};

/** What the headers of an answer said, and when they came (milliseconds since 1970). */
export type LearnedRate = {
  requests?: RateReading | undefined;
  tokens?: RateReading | undefined;
  heardAt: number;
};

/**
 * So many requests and tokens a minute, over all processes; null: no such limit. A setting of the installation, not of
 * a user; what the provider itself says may make it stricter, never looser.
 */
export async function setRateLimit(database: Database, limit: RateLimit): Promise<void> {
  await database.asOwner(async (db) => {
    await store.upsertRate(db, limit);
    await store.deleteIdleRate(db, limit.key);
  });
}

export type TakeOutcome = { ok: true } | { ok: false; waitMs: number };

/**
 * Takes one request and so many tokens (a guess: input and a share of the output cap) from the model and its provider,
 * or nothing. Its rows stay locked until the commit: take in a short transaction, and correct after the call.
 */
export async function takeRate(db: Tx, call: { model: string; tokens: number }): Promise<TakeOutcome> {
  const waitMs = await store.takeRate(db, call);
  return waitMs === 0 ? { ok: true } : { ok: false, waitMs };
}

type Correction = { model: string; reserved: number; used: number };

/** After the call: counts what it used (0: it was never sent) in place of what was taken. The request stays counted. */
export async function correctRate(db: Tx, call: Correction): Promise<void> {
  await store.correction(call).execute(db);
}

/** The same, and what was learned, as statements to close a transaction with. */
export const correcting = (db: Tx, { learned, ...call }: Correction & { learned: LearnedRate | undefined }) =>
  [store.correction(call), ...(learned ? lessons({ model: call.model, learned }) : [])].map((one) => one.compile(db));

/** A minute, then one call may ask again: headers say when a limit is whole again, not when there is some of it. */
const longestLesson = 60_000;

/** Believes a provider about its model: its limits unless ours are stricter, what is left, and when it is to be asked again. */
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

/** With a limit per minute the bucket says when to go on; without one only the provider's word does. */
const isUsedUp = (reading: RateReading) => reading.remaining === 0 && reading.limit === undefined;

/**
 * Tells the circuit breaker of a model how a call ended, so that every job that wants the model waits while its provider
 * is down or rate limits, and one call at a time finds out whether it is back. An error that says nothing about the
 * provider (the call was cancelled) only lets the next call find out.
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

export const releaseProbe = (db: Tx, model: string) => store.releaseProbe(db, model);

/** The provider answered, as a statement to close a transaction with. */
export const reportingAnswer = (db: Tx, call: { model: string; tookMs: number }) => store.answered(call).compile(db);

const longestHold = 3_600_000;

/** Keeps every process from asking this model for so long (at most an hour), unless it is held off for longer already. */
export async function holdOff(
  db: Tx,
  input: { model: string; ms: number } | { model: string; until: Date },
): Promise<void> {
  if ("until" in input) await store.holdingOffUntil(input.model, input.until).execute(db);
  else await store.holdOffFor(db, input.model, Math.min(Math.max(0, input.ms), longestHold));
}
