import { sql } from "kysely";
import type { Tx } from "#platform";

/** Null: there is no such role. */
export async function roleBypassesWalls(db: Tx): Promise<boolean | null> {
  const { rows } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses
    from pg_roles
    where rolname = 'dialectic_app'
  `.execute(db);
  return rows[0]?.bypasses ?? null;
}

export async function tablesWithoutWalls(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relrowsecurity
    order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}

/** Writes a row of `owner`, counts who sees it, and takes everything back, the role of the transaction included. */
export async function countSeen(
  db: Tx,
  { owner, stranger }: { owner: string; stranger: string },
): Promise<{ byOwner: number; byStranger: number }> {
  await sql`savepoint probe`.execute(db);
  await sql`insert into users (id, name) values (${owner}, 'a probe')`.execute(db);
  await sql`insert into events (kind, owner_id) values ('probe.made', ${owner})`.execute(db);
  await sql`set local role dialectic_app`.execute(db);
  const seenBy = async (userId: string) => {
    await sql`select set_config('dialectic.user_id', ${userId}, true)`.execute(db);
    const { rows } = await sql`select from events where owner_id = ${owner}`.execute(db);
    return rows.length;
  };
  const seen = { byOwner: await seenBy(owner), byStranger: await seenBy(stranger) };
  await sql`rollback to savepoint probe`.execute(db);
  return seen;
}
