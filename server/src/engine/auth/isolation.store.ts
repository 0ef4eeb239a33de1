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

/** Tables that hold or refer to rows of users and have no row-level security. */
export async function tablesWithoutWalls(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relrowsecurity
      and (
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped)
        or has_table_privilege('dialectic_app', c.oid, 'select') and exists (
          select from pg_constraint f
          join pg_class target on target.oid = f.confrelid
          where f.contype = 'f' and f.conrelid = c.oid and target.relrowsecurity))
    order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}

/** Policies that let a user see or write rows other than their own and the shipped ones, as "table: policy". */
export async function openPolicies(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.tablename || ': ' || p.policyname as name
    from pg_policies p
    where p.schemaname = 'public' and p.permissive = 'PERMISSIVE' and 'dialectic_app' = any (p.roles || 'dialectic_app'::name)
      and exists (
        select from unnest(array[p.qual, p.with_check]) rule
        where rule is not null
          and rule <> all (array[
            '(owner_id = acting_user())',
            '((owner_id IS NULL) OR (owner_id = acting_user()))',
            '(id = acting_user())'])
          -- Parts of a template are visible with the template, whose own policy is one of the above.
          and not (rule like '(EXISTS ( SELECT%' and p.policyname in ('seen_with_whole', 'add_to_own')))
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
