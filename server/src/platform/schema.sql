-- Definitions that every module's schema uses: the program's role, ids, immutable rows. engine/access/schema.sql
-- defines who sees which row.

-- Vectors, for the modules that store embeddings.
create extension if not exists vector;

do $$
begin
  if not exists (select from pg_roles where rolname = 'dialectic_app') then
    create role dialectic_app nologin nosuperuser nobypassrls;
  end if;
  -- The role exists already if two databases of one server are built at the same time.
exception when duplicate_object or unique_violation then null;
end $$;
grant dialectic_app to current_user;
grant usage on schema public to dialectic_app;

-- The migrations that this database has; the first is the schema it was built from.
create table migrations (
  number int primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
);

-- A version 7 UUID like the program's own, so that ids sort by time wherever they were made.
create function new_id() returns uuid
  language sql volatile parallel safe
  return encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid;

-- For tables whose rows never change: `create trigger immutable before update or delete or truncate …`.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name using errcode = 'DL004';
end $$;

-- Makes every trigger fire on every connection, even on one that has switched ordinary triggers off
-- (session_replication_role), because rules must hold, and changes must raise events, for hand-typed SQL as well. The
-- migrator calls this when all triggers exist.
create procedure enforce_triggers()
  language plpgsql as $$
declare
  ordinary record;
begin
  for ordinary in
    select tgrelid::regclass as target, tgname as name
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
    where not tgisinternal and tgenabled = 'O'
  loop
    execute format('alter table %s enable always trigger %I', ordinary.target, ordinary.name);
  end loop;
end $$;
