-- Users. Each sees their own row only.
create table users (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
alter table users enable row level security;
create policy own_row on users using (id = acting_user());
grant select on users to dialectic_app;
