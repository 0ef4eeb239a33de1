-- Who may see what. Every table of users' rows has an owner and row-level security; every statement of the
-- program runs as dialectic_app with the acting user set for the transaction.

do $$
begin
  if not exists (select from pg_roles where rolname = 'dialectic_app') then
    create role dialectic_app nologin nosuperuser nobypassrls;
  end if;
  -- Two databases of one server may be migrated at the same moment.
exception when duplicate_object or unique_violation then null;
end $$;
grant dialectic_app to current_user;
grant usage on schema public to dialectic_app;

-- The acting user of this transaction; null when nobody acts.
create function acting_user() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('dialectic.user_id', true), '')::uuid;

-- A UUID of version 7, as the program makes them: ids sort by time, whoever makes them.
create function new_id() returns uuid
  language sql volatile parallel safe
  return encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid;

create table users (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
alter table users enable row level security;
create policy own_row on users using (id = acting_user());
grant select on users to dialectic_app;

-- Gives a table of users' rows its wall: only the owner's rows exist for the acting user.
create procedure protect(target regclass, privileges text default 'select, insert, update, delete')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy own_rows on %s using (owner_id = acting_user()) with check (owner_id = acting_user())', target);
  execute format('grant %s on %s to dialectic_app', privileges, target);
end $$;
