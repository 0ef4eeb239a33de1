import { sql } from "kysely";
import type { Tx } from "#platform";

/** How long a key is valid; after that, a request with this key is a new request. */
const kept = sql`interval '24 hours'`;

/**
 * Records a key for the acting user. Waits for a concurrent request with this key; returns false if the key was already
 * used.
 */
export async function takeKey(db: Tx, row: { key: string; sha256: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into request_keys (owner_id, key, request_sha256)
    values (acting_user(), ${row.key}, ${row.sha256})
    on conflict (owner_id, key) do update
      set request_sha256 = excluded.request_sha256, answer = null, made_at = now()
      where request_keys.made_at < now() - ${kept}
    returning key`.execute(db);
  return rows.length > 0;
}

export async function keepAnswer(db: Tx, row: { key: string; answer: string }): Promise<void> {
  await sql`
    update request_keys
    set answer = ${row.answer}
    where key = ${row.key}`.execute(db);
}

export async function findAnswer(db: Tx, key: string): Promise<{ sha256: string; answer: string } | undefined> {
  const { rows } = await sql<{ sha256: string; answer: string }>`
    select request_sha256 as sha256, answer
    from request_keys
    where key = ${key} and answer is not null`.execute(db);
  return rows[0];
}

export async function deleteOldKeys(db: Tx): Promise<number> {
  const { rows } = await sql<{ forgotten: bigint }>`
    select forget_request_keys(${kept}) as forgotten`.execute(db);
  return Number(rows[0]?.forgotten ?? 0n);
}
