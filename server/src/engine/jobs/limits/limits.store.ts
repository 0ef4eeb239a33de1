import { sql } from "kysely";
import { singleRow, type Tx } from "#platform";
import { json } from "../jobs.store.ts";

/** `model:<provider>/<name>` or `provider:<provider>`. */
export type LimitKey = `model:${string}` | `provider:${string}`;

export const upsertLimit = (db: Tx, limit: { key: LimitKey; max: number }) =>
  sql`
    insert into concurrency_limits (key, max)
    values (${limit.key}, ${limit.max})
    on conflict (key) do update set max = excluded.max`.execute(db);

export const deleteLimit = (db: Tx, key: LimitKey) =>
  sql`delete from concurrency_limits where key = ${key}`.execute(db);

export async function takeSlots(
  db: Tx,
  input: { holder: string; keys: LimitKey[]; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_slots(${input.holder}, array(select jsonb_array_elements_text(${json(input.keys)})), ${input.leaseMs}) as taken`.execute(
    db,
  );
  return singleRow(rows).taken;
}

export const renewSlots = (db: Tx, input: { holder: string; leaseMs: number }) =>
  sql`select renew_slots(array[${input.holder}::text], ${input.leaseMs})`.execute(db);

export const freeSlots = (db: Tx, holder: string) => sql`select free_slots(array[${holder}::text])`.execute(db);
