import { sql } from "kysely";
import { singleRow, type Tx } from "#platform";
import type { LimitKey } from "./limits.store.ts";

export type RateLimit = { key: LimitKey; requestsPerMinute: number | null; tokensPerMinute: number | null };

export const upsertRate = (db: Tx, limit: RateLimit) =>
  sql`
    insert into rate_limits (key, requests_per_minute, tokens_per_minute)
    values (${limit.key}, ${limit.requestsPerMinute}, ${limit.tokensPerMinute})
    on conflict (key) do update set
      requests_per_minute = excluded.requests_per_minute,
      tokens_per_minute = excluded.tokens_per_minute`.execute(db);

/** Deletes the key's row if it neither sets a limit nor holds the model off: such a row would only make leasing slower. */
export const deleteIdleRate = (db: Tx, key: LimitKey) =>
  sql`
    delete from rate_limits
    where key = ${key}
      and coalesce(requests_per_minute, tokens_per_minute, learned_requests, learned_tokens) is null
      and coalesce(held_off_until <= clock_timestamp(), true)`.execute(db);

/** Returns the milliseconds to wait; 0 if the call may be made now. */
export async function takeRate(db: Tx, call: { model: string; tokens: number }): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select take_rate(${call.model}, ${Math.ceil(call.tokens)}) as wait`.execute(db);
  return singleRow(rows).wait;
}

export const correction = (call: { model: string; reserved: number; used: number }) =>
  sql`select correct_rate(${call.model}, ${Math.ceil(call.reserved)}, ${Math.ceil(call.used)})`;

export type Lesson = {
  model: string;
  requests: number | null;
  tokens: number | null;
  requestsRemaining: number | null;
  tokensRemaining: number | null;
  heardAt: Date;
};

export const lesson = (lesson: Lesson) =>
  sql`
    select learn_rate(
      ${lesson.model}, ${lesson.requests}, ${lesson.tokens}, ${lesson.requestsRemaining}, ${lesson.tokensRemaining},
      ${lesson.heardAt})`;

export type ReportedFailure = {
  model: string;
  code: string;
  /** The HTTP status; null if there was no response. */
  status: number | null;
  retryAfterMs: number | null;
  baseMs: number;
  longestMs: number;
  windowMs: number;
};

export const reportFailure = (db: Tx, { model, code, status, retryAfterMs, ...backoff }: ReportedFailure) =>
  sql`
    select report_failure(${model}, ${code}, ${status}, ${retryAfterMs === null ? null : Math.ceil(retryAfterMs)},
      ${Math.ceil(backoff.baseMs)}, ${Math.ceil(backoff.longestMs)}, ${Math.ceil(backoff.windowMs)})`.execute(db);

export const answered = (call: { model: string; tookMs: number }) =>
  sql`select report_answer(${call.model}, ${call.tookMs})`;

export const releaseProbe = (db: Tx, model: string) => sql`select release_probe(${model})`.execute(db);

export const holdingOffUntil = (model: string, until: Date) => sql`select hold_off(${model}, ${until})`;

/** The time is measured by the database's clock. */
export const holdOffFor = (db: Tx, model: string, ms: number) =>
  sql`select hold_off(${model}, clock_timestamp() + make_interval(secs => ${ms / 1000}))`.execute(db);
