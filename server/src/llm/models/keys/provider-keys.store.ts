import { sql } from "kysely";
import type { Tx } from "#platform";

export type KeyRow = {
  provider: string;
  ciphertext: Buffer;
  masterKeyId: string;
  hint: string | null;
  createdAt: Date;
};

export async function listKeys(db: Tx): Promise<KeyRow[]> {
  const { rows } = await sql<Omit<KeyRow, "ciphertext"> & { ciphertext: string }>`
    select provider, encode(ciphertext, 'base64') as ciphertext, master_key_id as "masterKeyId", hint, created_at as "createdAt"
    from provider_keys
    order by provider
  `.execute(db);
  return rows.map((row) => ({ ...row, ciphertext: Buffer.from(row.ciphertext, "base64") }));
}

export async function putKey(db: Tx, row: Omit<KeyRow, "createdAt"> & { ownerId: string }): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    insert into provider_keys (owner_id, provider, ciphertext, master_key_id, hint)
    values (${row.ownerId}, ${row.provider}, decode(${row.ciphertext.toString("base64")}, 'base64'), ${row.masterKeyId}, ${row.hint})
    on conflict (owner_id, provider) do update
    set ciphertext = excluded.ciphertext, master_key_id = excluded.master_key_id, hint = excluded.hint, created_at = now()
    returning created_at as at
  `.execute(db);
  const [put] = rows;
  if (!put) throw new Error("A key was not written.");
  return put.at;
}

/** Replaces a ciphertext only if it has not changed since it was read, so that a key set meanwhile is kept. */
export async function replaceCiphertext(
  db: Tx,
  row: { provider: string; previous: Buffer; ciphertext: Buffer; masterKeyId: string },
): Promise<void> {
  await sql`
    update provider_keys
    set ciphertext = decode(${row.ciphertext.toString("base64")}, 'base64'), master_key_id = ${row.masterKeyId}
    where provider = ${row.provider}
      and ciphertext = decode(${row.previous.toString("base64")}, 'base64')
  `.execute(db);
}

/** Returns whether the row existed. */
export async function deleteKey(db: Tx, provider: string): Promise<boolean> {
  const { rows } = await sql`delete from provider_keys where provider = ${provider} returning provider`.execute(db);
  return rows.length > 0;
}
