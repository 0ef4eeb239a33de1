-- Everything that changes is an event, written in the transaction that changes it.
--
-- The number (seq) is given at commit, by a deferred trigger under one lock held until the commit is done:
-- numbers therefore follow commit order, and a reader who has seen n has seen every smaller number. Numbers
-- taken at insert would lose events for good when the first writer commits last.

create table events (
  id bigint generated always as identity primary key,
  seq bigint unique,
  owner_id uuid not null references users,
  project_id uuid,
  session_id uuid,
  kind text not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  data jsonb not null default '{}',
  at timestamptz not null default clock_timestamp()
);
create index events_by_owner on events (owner_id, seq);
call protect('events', 'select, insert');

create sequence event_numbers;

-- Called for each event of a transaction, in the order they were written; the first call numbers them all. Only our
-- own can be without a number here: everybody else's have one by the time they can be seen. By index and in its
-- order, planned once: this runs in every commit.
create function number_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unnumbered bigint[];
begin
  if exists (select from events where id = new.id and seq is null) then
    perform pg_advisory_xact_lock(7163001);
    -- Not "seq is null", which would lead to the index on seq, full of the dead.
    unnumbered := array(select id from events where id >= new.id and coalesce(seq, 0) = 0 order by id);
    update events set seq = nextval('event_numbers') where id = any (unnumbered);
  end if;
  return null;
end $$;

create constraint trigger number_at_commit
  after insert on events
  deferrable initially deferred
  for each row execute function number_event();

-- Numbers up to `forgotten` are no longer kept: a reader with an older cursor must start afresh.
create table event_horizon (
  only_row boolean primary key default true check (only_row),
  forgotten bigint not null default 0
);
insert into event_horizon default values;
grant select on event_horizon to dialectic_app;

create function forget_events(keep_newest bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  horizon bigint;
begin
  select coalesce(max(seq), 0) - keep_newest into horizon from events;
  update event_horizon set forgotten = greatest(forgotten, horizon) returning forgotten into horizon;
  delete from events where seq <= horizon;
  return horizon;
end $$;
grant execute on function forget_events(bigint) to dialectic_app;

-- A notice is an event a person should know of: one per cause, linked to its place, read or unread.
create table notices (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid,
  session_id uuid,
  stage text,
  job_id uuid,
  kind text not null check (kind ~ '^[a-z]+(\.[a-z]+)?$'),
  cause text not null,
  text text not null,
  place text not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (owner_id, cause)
);
create index notices_by_owner on notices (owner_id, created_at desc);
call protect('notices');
