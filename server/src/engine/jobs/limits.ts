import { sql } from "kysely";
import type { Database, Tx } from "#platform";

/** `model:<provider>/<name>` or `provider:<provider>`. */
export type LimitKey = `model:${string}` | `provider:${string}`;

export const limitKeys = (model: string): LimitKey[] => [`model:${model}`, `provider:${model.split("/")[0]}`];

/** At most `max` calls at once, over all processes; null lifts the limit. A setting of the installation, not of a user. */
export async function setConcurrencyLimit(
  database: Database,
  input: { key: LimitKey; max: number | null },
): Promise<void> {
  await database.asOwner(async (db) => {
    if (input.max === null) await sql`delete from concurrency_limits where key = ${input.key}`.execute(db);
    else {
      await sql`
        insert into concurrency_limits (key, max) values (${input.key}, ${input.max})
        on conflict (key) do update set max = excluded.max`.execute(db);
    }
  });
}

/**
 * Slots for a call that is no job: one of every limited key, or none. Jobs get theirs with the claim. They last one
 * lease and one more in case the holder fell silent; renew them while the call runs, free them when it ends.
 */
export async function takeSlots(
  db: Tx,
  input: { holder: string; keys: LimitKey[]; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_slots(${input.holder}, array(select jsonb_array_elements_text(${JSON.stringify(input.keys)}::text::jsonb)), ${input.leaseMs}) as taken`.execute(
    db,
  );
  return rows[0]?.taken === true;
}

export const renewSlots = (db: Tx, input: { holder: string; leaseMs: number }) =>
  sql`select renew_slots(array[${input.holder}::text], ${input.leaseMs})`.execute(db);

export const freeSlots = (db: Tx, holder: string) => sql`select free_slots(array[${holder}::text])`.execute(db);
