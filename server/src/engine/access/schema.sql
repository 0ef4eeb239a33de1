-- Row-level security. Every table with rows of users has an owner column and row-level security. The program runs every
-- statement as dialectic_app with the acting user set for the transaction.

-- The acting user of this transaction; null when there is none.
create function acting_user() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('dialectic.user_id', true), '')::uuid;

-- Gives a table with rows of users its row-level security: the acting user sees and writes only rows that they own.
create procedure protect(target regclass, privileges text default 'select, insert, update, delete')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy own_rows on %s using (owner_id = acting_user()) with check (owner_id = acting_user())', target);
  execute format('grant %s on %s to dialectic_app', privileges, target);
end $$;

-- Lets every user read a table that has no rows of users, such as the installation's limits.
create procedure share(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy shared_rows on %s for select using (true)', target);
  execute format('grant select on %s to dialectic_app', target);
end $$;

-- Each user sees only their own row.
create table users (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
alter table users enable row level security;
create policy own_row on users using (id = acting_user());
grant select on users to dialectic_app;
