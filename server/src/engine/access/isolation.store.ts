import { sql } from "kysely";
import type { Tx } from "#platform";

/** Null if there is no such role. */
export async function roleBypassesSecurity(db: Tx): Promise<boolean | null> {
  const { rows } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses
    from pg_roles
    where rolname = 'dialectic_app'
  `.execute(db);
  return rows[0]?.bypasses ?? null;
}

/**
 * Relations through which rows of users can be read without row-level security: tables with an owner column, and every
 * relation on which dialectic_app has a privilege, even on a single column. A view is read with the rights of its owner
 * unless it is a `security_invoker` view, and a materialized view holds copies.
 */
export async function unprotectedRelations(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not (c.relkind in ('r', 'p') and c.relrowsecurity)
      and not (c.relkind = 'v' and coalesce('security_invoker=true' = any (c.reloptions), false))
      and (
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped)
        or exists (
          select from (
            select c.relacl as acl
            union all
            select a.attacl from pg_attribute a where a.attrelid = c.oid) given, aclexplode(given.acl) granted
          where granted.grantee = 'dialectic_app'::regrole))
    order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}

/** Relations that dialectic_app owns, or whose owner it may act as: row-level security does not apply to owners. */
export async function ownedRelations(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and pg_has_role('dialectic_app', c.relowner, 'usage')
    order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Policies that let a user read or write rows that neither belong to that user nor come with the product. Each is named as
 * "table: policy".
 */
export async function openPolicies(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.tablename || ': ' || p.policyname as name
    from pg_policies p
    cross join lateral (
      select regexp_replace(given, '\\s+', ' ', 'g') as text
      from unnest(array[p.qual, p.with_check]) given
      where given is not null) rule
    where p.schemaname = 'public' and p.permissive = 'PERMISSIVE' and 'dialectic_app' = any (p.roles || 'dialectic_app'::name)
      and rule.text <> all (array[
        '(owner_id = acting_user())',
        '((owner_id IS NULL) OR (owner_id = acting_user()))',
        '(id = acting_user())'])
      -- share() lets everyone read a table without rows of users: it has no owner column and no other policy.
      and not (p.policyname = 'shared_rows' and p.cmd = 'SELECT'
        and not exists (
          select from pg_policies other where other.tablename = p.tablename and other.policyname <> p.policyname)
        and not exists (
          select from pg_attribute a
          where a.attrelid = format('public.%I', p.tablename)::regclass and a.attname = 'owner_id' and not a.attisdropped))
      -- A row that is part of another row, such as a process template, is visible with that row. The foreign key names
      -- that row, whose table has a policy of its own.
      and not exists (
        select from pg_constraint f
        join pg_class part on part.oid = f.conrelid and part.relnamespace = 'public'::regnamespace and part.relname = p.tablename
        join pg_class whole on whole.oid = f.confrelid and whole.relrowsecurity
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
        where f.contype = 'f' and cardinality(f.conkey) = 1
          and rule.text = any (array[
            format('(EXISTS ( SELECT FROM %s w WHERE (w.id = %s.%s)))', whole.relname, part.relname, a.attname),
            format('(EXISTS ( SELECT FROM %s w WHERE ((w.id = %s.%s) AND (w.owner_id = acting_user()))))', whole.relname,
              part.relname, a.attname)]))
    order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Inserts the user `owner` and counts how often the owner and a stranger see that row. Then rolls everything back, including
 * the change of database role.
 */
export async function countSeen(
  db: Tx,
  { owner, stranger }: { owner: string; stranger: string },
): Promise<{ byOwner: number; byStranger: number }> {
  await sql`savepoint probe`.execute(db);
  await sql`insert into users (id, name) values (${owner}, 'a probe')`.execute(db);
  await sql`set local role dialectic_app`.execute(db);
  const seenBy = async (userId: string) => {
    await sql`select set_config('dialectic.user_id', ${userId}, true)`.execute(db);
    const { rows } = await sql`select from users where id = ${owner}`.execute(db);
    return rows.length;
  };
  const seen = { byOwner: await seenBy(owner), byStranger: await seenBy(stranger) };
  await sql`rollback to savepoint probe`.execute(db);
  return seen;
}
