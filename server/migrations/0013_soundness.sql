-- What was promised in words and is now kept by the database; and requests that happen once.

-- 1. What was written stays written -------------------------------------------------------------------------------

-- Nobody changes these rows, nobody empties the tables: not the owner of the tables either, which the embedded
-- database's only session is, nor a session that has switched ordinary triggers off (`always`, below). Processes are
-- among them because programs remember what they have read of them.
drop trigger immutable on contributions;
drop trigger immutable on documents;
do $$
declare
  target text;
begin
  foreach target in array array['contributions', 'contribution_sources', 'documents'] loop
    execute format('create trigger immutable before update or truncate on %I
      for each statement execute function refuse_change()', target);
  end loop;
  foreach target in array array['prompt_templates', 'recipes', 'recipe_prompts', 'process_templates', 'stages',
    'stage_transitions'] loop
    execute format('create trigger immutable before update or delete or truncate on %I
      for each statement execute function refuse_change()', target);
    execute format('alter table %I enable always trigger immutable', target);
  end loop;
end $$;

-- One door is left: a whole project is deleted by its owner (`delete_project`), which leaves its id here.
create table project_deletions (
  project_id uuid primary key,
  owner_id uuid not null references users,
  deleted_at timestamptz not null default now(),
  -- Rows of the project go in this very transaction, or never.
  transaction text not null default pg_current_xact_id()::text
);
call protect('project_deletions', 'select');

create function refuse_delete() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  project uuid;
begin
  if tg_table_name = 'contribution_sources' then
    select project_id into project from contributions where id = old.contribution_id;
  else
    project := old.project_id;
  end if;
  if exists (select from project_deletions where project_id = project and transaction = pg_current_xact_id()::text) then
    return old;
  end if;
  raise exception 'Rows of % are never deleted, unless with their whole project.', tg_table_name using errcode = 'DL004';
end $$;
create trigger undeletable before delete on contributions for each row execute function refuse_delete();
create trigger undeletable before delete on contribution_sources for each row execute function refuse_delete();
create trigger undeletable before delete on documents for each row execute function refuse_delete();

-- Deletes a project of the acting user with all that was made of it. What was paid stays in the ledger. Other tables
-- that refer to projects say `on delete cascade`; one that does not keeps the project from being deleted.
create function delete_project(p_project uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from jobs where project_id = p_project and not job_is_over(status)) then
    raise exception 'Work on project % is not over. Cancel it first.', p_project using errcode = 'DL004';
  end if;
  insert into project_deletions (project_id, owner_id) values (p_project, acting_user());
  delete from documents where project_id = p_project;
  delete from contribution_sources where contribution_id in (select id from contributions where project_id = p_project);
  delete from contributions where project_id = p_project;
  delete from stage_runs where session_id in (select id from sessions where project_id = p_project);
  delete from jobs where project_id = p_project;
  delete from notices where project_id = p_project;
  delete from events where project_id = p_project;
  delete from projects where id = p_project;
  perform emit_event('project.deleted', acting_user(), p_project, null, '{}');
end $$;
revoke execute on function delete_project(uuid) from public;
grant execute on function delete_project(uuid) to dialectic_app;

-- Rules and events hold in every session, also in one that has switched ordinary triggers off
-- (session_replication_role).
do $$
declare
  found record;
begin
  for found in
    select tgrelid::regclass as target, tgname as name
    from pg_trigger
    where not tgisinternal and tgenabled = 'O'
      and tgrelid in ('events'::regclass, 'jobs'::regclass, 'projects'::regclass, 'sessions'::regclass,
        'stage_runs'::regclass, 'contributions'::regclass, 'contribution_sources'::regclass, 'documents'::regclass)
  loop
    execute format('alter table %s enable always trigger %I', found.target, found.name);
  end loop;
end $$;

-- 2. Each reader has a horizon of their own ----------------------------------------------------------------------

-- The largest number among the user's own events that is no longer kept. Whoever has seen that one has missed
-- nothing, however many events of others were forgotten since.
create table event_horizons (
  owner_id uuid primary key references users,
  forgotten bigint not null
);
call protect('event_horizons', 'select');
-- Of what was forgotten before, nobody knows whose it was.
insert into event_horizons select id, forgotten from users, event_horizon where forgotten > 0;

create or replace function forget_events(keep_newest bigint) returns bigint
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

-- 3. Requests that happen once -----------------------------------------------------------------------------------

-- The key a program gave a request, and what was answered: written in the transaction that did what was asked.
create table request_keys (
  owner_id uuid not null references users,
  key text not null check (length(key) between 1 and 255),
  -- Of the operation and what it was given: a key is good for one request.
  request_sha256 text not null,
  -- Null only until the transaction that made the row commits.
  answer text,
  made_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index request_keys_by_age on request_keys (made_at);
call protect('request_keys', 'select, insert, update');

create function forget_request_keys(p_older_than interval) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint;
begin
  delete from request_keys where made_at < now() - p_older_than;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke execute on function forget_request_keys(interval) from public;
grant execute on function forget_request_keys(interval) to dialectic_app;
