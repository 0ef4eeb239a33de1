import { sql } from "kysely";
import type { Tx } from "#platform";

export type KeyRow = {
  provider: string;
  sealed: Buffer;
  masterKeyId: string;
  hint: string | null;
  createdAt: Date;
};

export async function listKeys(db: Tx): Promise<KeyRow[]> {
  const { rows } = await sql<Omit<KeyRow, "sealed"> & { sealed: string }>`
    select provider, encode(sealed, 'base64') as sealed, master_key_id as "masterKeyId", hint, created_at as "createdAt"
    from provider_keys
    order by provider
  `.execute(db);
  return rows.map((row) => ({ ...row, sealed: Buffer.from(row.sealed, "base64") }));
}

export async function putKey(db: Tx, row: Omit<KeyRow, "createdAt"> & { ownerId: string }): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    insert into provider_keys (owner_id, provider, sealed, master_key_id, hint)
    values (${row.ownerId}, ${row.provider}, decode(${row.sealed.toString("base64")}, 'base64'), ${row.masterKeyId}, ${row.hint})
    on conflict (owner_id, provider) do update
    set sealed = excluded.sealed, master_key_id = excluded.master_key_id, hint = excluded.hint, created_at = now()
    returning created_at as at
  `.execute(db);
  const [put] = rows;
  if (!put) throw new Error("A key was not written.");
  return put.at;
}

/** Only what is still as it was read: a key that was set meanwhile stays. */
export async function replaceSeal(
  db: Tx,
  row: { provider: string; was: Buffer; sealed: Buffer; masterKeyId: string },
): Promise<void> {
  await sql`
    update provider_keys
    set sealed = decode(${row.sealed.toString("base64")}, 'base64'), master_key_id = ${row.masterKeyId}
    where provider = ${row.provider}
      and sealed = decode(${row.was.toString("base64")}, 'base64')
  `.execute(db);
}

/** Whether there was one. */
export async function deleteKey(db: Tx, provider: string): Promise<boolean> {
  const { rows } = await sql`delete from provider_keys where provider = ${provider} returning provider`.execute(db);
  return rows.length > 0;
}
