-- Every change is an event, written in the transaction that makes the change.
--
-- The number (seq) is assigned at commit, by a deferred trigger under one lock held until the commit is done:
-- numbers therefore follow commit order, and a reader who has seen n has seen every smaller number. If numbers
-- were assigned at insert, a reader might never see the events of a writer that inserts first and commits last.

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

-- Called for each event of a transaction, in the order in which they were written; the first call numbers them all.
-- Only events of this transaction can lack a number here: other transactions number theirs before they become visible.
-- The function runs in every commit, so its queries use indexes and are planned only once per connection.
create function number_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unnumbered bigint[];
begin
  if exists (select from events where id = new.id and seq is null) then
    perform pg_advisory_xact_lock(7163001);
    -- Not "seq is null": that would use the index on seq, which is full of dead entries.
    unnumbered := array(select id from events where id >= new.id and coalesce(seq, 0) = 0 order by id);
    update events set seq = nextval('event_numbers') where id = any (unnumbered);
  end if;
  return null;
end $$;

create constraint trigger number_at_commit
  after insert on events
  deferrable initially deferred
  for each row execute function number_event();

-- 1. Deleting old events ---------------------------------------------------------------------------------------------

-- Events of all users up to this number are deleted.
create table event_horizon (
  only_row boolean primary key default true check (only_row),
  forgotten bigint not null default 0
);
insert into event_horizon default values;
call share('event_horizon');

-- The highest event number among a user's deleted events. A reader who has seen that event has missed nothing, however many
-- events of other users were deleted since.
create table event_horizons (
  owner_id uuid primary key references users,
  forgotten bigint not null
);
call protect('event_horizons', 'select');

create function forget_events(keep_newest bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  horizon bigint;
begin
  select coalesce(max(seq), 0) - keep_newest into horizon from events;
  update event_horizon set forgotten = greatest(forgotten, horizon) returning forgotten into horizon;
  with gone as (
    delete from events where seq <= horizon returning owner_id, seq)
  insert into event_horizons (owner_id, forgotten)
  select owner_id, max(seq) from gone group by owner_id
  on conflict (owner_id) do update set forgotten = greatest(event_horizons.forgotten, excluded.forgotten);
  return horizon;
end $$;
grant execute on function forget_events to dialectic_app;

-- 2. Writing events and notifications --------------------------------------------------------------------------------

-- True while this transaction imports a project. Its rows describe what happened elsewhere and long ago: they raise neither
-- events nor notifications here. The setting only silences triggers; the exports module decides which rows may be imported.
create function is_importing() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('dialectic.importing', true), '') <> '';

-- The triggers of other modules call this for every change, so that every change is recorded.
create function emit_event(p_kind text, p_owner uuid, p_project uuid, p_session uuid, p_data jsonb) returns void
  language sql as $$
  insert into events (kind, owner_id, project_id, session_id, data)
  select p_kind, p_owner, p_project, p_session, p_data where not is_importing();
$$;

-- Notifications to people: a kind and its data. The web app and the API's callers choose the words and the page to link
-- to. A second notification with the same `cause` is not added.
create table notifications (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid,
  session_id uuid,
  stage text,
  job_id uuid,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  data jsonb not null,
  cause text not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (owner_id, cause)
);
create index notifications_by_owner on notifications (owner_id, created_at desc);
call protect('notifications');

-- Triggers add notifications in the transaction of the change; a second one with the same cause is dropped.
create function add_notification(
  p_kind text, p_cause text, p_data jsonb,
  p_owner uuid, p_project uuid, p_session uuid, p_stage text, p_job uuid) returns void
  language plpgsql as $$
declare
  added uuid;
begin
  if is_importing() then
    return;
  end if;
  insert into notifications (id, owner_id, project_id, session_id, stage, job_id, kind, data, cause)
  values (new_id(), p_owner, p_project, p_session, p_stage, p_job, p_kind, p_data, p_cause)
  on conflict (owner_id, cause) do nothing
  returning id into added;
  if added is not null then
    perform emit_event('notification.created', p_owner, p_project, p_session,
      jsonb_build_object('notificationId', added, 'kind', p_kind));
  end if;
end $$;
