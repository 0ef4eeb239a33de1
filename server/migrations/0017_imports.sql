-- Projects that come from a file: what was finished elsewhere arrives finished, and tells nobody of its past.

-- 1. Leave to bring in what is over ---------------------------------------------------------------------------------

create table project_imports (
  project_id uuid primary key references projects on delete cascade,
  owner_id uuid not null references users,
  -- Of the file it came from: its manifest names every byte of it.
  manifest_sha256 text not null,
  imported_at timestamptz not null default now(),
  -- Rows come in in this very transaction, or never.
  transaction text not null default pg_current_xact_id()::text
);
call protect('project_imports', 'select');

-- The one door: for a project of the acting user that has nothing in it yet. Events and notices are silent until the
-- transaction ends: they would tell of what happened elsewhere and long ago.
create function begin_import(p_project uuid, p_manifest_sha256 text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from sessions where project_id = p_project) or exists (select from jobs where project_id = p_project) then
    raise exception 'Project % is not empty: only a new one can be imported into.', p_project using errcode = 'DL004';
  end if;
  insert into project_imports (project_id, owner_id, manifest_sha256)
  values (p_project, acting_user(), p_manifest_sha256);
  perform set_config('dialectic.importing', p_project::text, true);
end $$;
revoke execute on function begin_import(uuid, text) from public;
grant execute on function begin_import(uuid, text) to dialectic_app;

create function is_imported_now(p_project uuid) returns boolean
  language sql stable
  return exists (
    select from project_imports where project_id = p_project and transaction = pg_current_xact_id()::text);

-- Only a hint, which silences: whether rows are let in is asked of the table above.
create function is_importing() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('dialectic.importing', true), '') <> '';

create or replace function check_new_job() returns trigger language plpgsql as $$
declare
  parent record;
begin
  if new.status not in ('pending', 'pending_continuation', 'waiting_for_prerequisite')
    and not (job_is_over(new.status) and is_imported_now(new.project_id)) then
    raise exception 'A job begins as pending, pending_continuation or waiting_for_prerequisite, not as %.', new.status
      using errcode = 'DL002';
  end if;
  new.chain_id := coalesce(new.chain_id, new.id);
  if new.parent_id is not null then
    select depth, current_step into parent from jobs where id = new.parent_id and owner_id = new.owner_id;
    if not found then
      raise exception 'There is no job % to be the parent of another.', new.parent_id using errcode = 'DL003';
    end if;
    new.depth := parent.depth + 1;
    new.parent_step := coalesce(new.parent_step, parent.current_step);
  end if;
  return new;
end $$;

create or replace function emit_event(p_kind text, p_owner uuid, p_project uuid, p_session uuid, p_data jsonb) returns void
  language sql as $$
  insert into events (kind, owner_id, project_id, session_id, data)
  select p_kind, p_owner, p_project, p_session, p_data where not is_importing();
$$;

create or replace function add_notice(
  p_kind text, p_cause text, p_text text, p_place text,
  p_owner uuid, p_project uuid, p_session uuid, p_stage text, p_job uuid) returns void
  language plpgsql as $$
declare
  added uuid;
begin
  if is_importing() then
    return;
  end if;
  insert into notices (id, owner_id, project_id, session_id, stage, job_id, kind, cause, text, place)
  values (new_id(), p_owner, p_project, p_session, p_stage, p_job, p_kind, p_cause, p_text, p_place)
  on conflict (owner_id, cause) do nothing
  returning id into added;
  if added is not null then
    perform emit_event('notice.created', p_owner, p_project, p_session, jsonb_build_object('noticeId', added, 'kind', p_kind));
  end if;
end $$;

create or replace function announce_jobs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due boolean;
begin
  if is_importing() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into events (owner_id, project_id, session_id, kind, data)
    select owner_id, project_id, session_id, 'job.' || translate(status, '_', '-'), job_event(job) from after_change job;
    due := exists (select from after_change where job_is_runnable(status) and run_at <= clock_timestamp());
  else
    insert into events (owner_id, project_id, session_id, kind, data)
    select job.owner_id, job.project_id, job.session_id, 'job.' || translate(job.status, '_', '-'), job_event(job)
    from after_change job join before_change was using (id)
    where job.status <> was.status or job.fence <> was.fence;
    due := found and exists (
      select from after_change job join before_change was using (id)
      where job.status <> was.status and job_is_runnable(job.status) and job.run_at <= clock_timestamp());
  end if;
  if due then
    perform pg_notify('dialectic_jobs', '');
  end if;
  return null;
end $$;

-- 2. Processes and domains that came along ---------------------------------------------------------------------------

-- A session keeps the process it started with, and that may be one nobody knows here, or one that is called like another.
-- Such a one is added for its importer alone, under a key that says so (`classic@1a2b3c4d5e6f7081`, by its hash): it never
-- stands in the way of a shipped or an own one, and is nobody's newest version. This is what it is called in words.
create function plain_key(key text) returns text
  language sql immutable parallel safe
  return split_part(key, '@', 1);

-- 3. Exports that are kept -------------------------------------------------------------------------------------------

-- The newest export of a project, where a folder of the project is nobody's: the file is in the blob store under its hash.
create table kept_exports (
  project_id uuid primary key references projects on delete cascade,
  owner_id uuid not null references users,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  kept_at timestamptz not null default now()
);
create index kept_exports_by_hash on kept_exports (sha256);
call protect('kept_exports');

-- Which of these blobs somebody's export still is. Asked by housekeeping, which acts for nobody.
create function blobs_in_use(p_hashes text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct sha256 from kept_exports where sha256 = any (p_hashes);
$$;
revoke execute on function blobs_in_use(text[]) from public;
grant execute on function blobs_in_use(text[]) to dialectic_app;
