import { sql } from "kysely";
import { type Database, singleRow } from "#platform";

/** A time that the test sets, in milliseconds after the start of the test. */
const moment = (ms: number) => sql`timestamptz '2026-01-01T00:00:00Z' + make_interval(secs => ${ms / 1000})`;

/** Sets every bucket's clock to the start of the test. */
export const startStory = (database: Database) =>
  database.asOwner((db) => sql`update rate_limits set counted_at = ${moment(0)}`.execute(db));

/** Calls `takeRate` at a given moment. Returns the milliseconds to wait; 0 if the call may be made now. */
export async function takeAt(database: Database, model: string, tokens: number, ms: number): Promise<number> {
  const { rows } = await database.asOwner((db) =>
    sql<{ wait: number }>`select take_rate_at(slot_keys(${model}), ${tokens}, ${moment(ms)}) as wait`.execute(db),
  );
  return singleRow(rows).wait;
}

export type Bucket = { requests: number | null; tokens: number | null; left: number | null; wait: number };

/** Reads the bucket of a model's own key, now or at a given time. */
export async function bucketOf(database: Database, model: string, ms?: number): Promise<Bucket | undefined> {
  const at = ms === undefined ? sql`clock_timestamp()` : moment(ms);
  const { rows } = await database.asOwner((db) =>
    sql<Bucket>`
      select
        requests,
        tokens,
        requests_left as left,
        wait_ms as wait
      from rates_at(array['model:' || ${model}::text], ${at})`.execute(db),
  );
  return rows[0];
}
