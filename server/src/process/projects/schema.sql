-- The rows of projects, sessions and stage runs. The operations that start, move and end them, and the triggers that set
-- their statuses, are in process/sessions.
--
-- A change to a stage's inputs is written under the session's lock and is stamped with the time of the write, not of the
-- transaction's start. So all prompts of a stage, even those that are built later, use the inputs that existed when the
-- stage started.

-- 1. Projects --------------------------------------------------------------------------------------------------------

create table projects (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null check (name <> ''),
  -- The name of the project's folder. It may contain letters of any script. The check excludes only ASCII characters other
  -- than a-z, 0-9 and hyphens, a leading hyphen, and names too long for a file system. It cannot check other characters,
  -- because in some locales PostgreSQL does not recognise letters beyond ASCII.
  slug text not null check (
    slug <> ''
    and slug !~ '[\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\x7f]'
    and left(slug, 1) <> '-'
    and octet_length(slug) <= 230),
  brief text not null check (btrim(brief) <> ''),
  brief_name text not null,
  process text not null,
  -- `overlay` is what the project adds to the prompts of all its sessions.
  domain text not null default 'general',
  overlay jsonb not null default '{}' check (jsonb_typeof(overlay) = 'object'),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  unique (owner_id, slug),
  unique (id, owner_id)
);
-- Lists are read page by page, ordered by creation time and id. If they were ordered by id alone, PostgreSQL would use the
-- primary key and scan the rows of all other users (docs/decisions/0046-lists.md).
create index projects_by_owner on projects (owner_id, created_at, id);
call protect('projects');

create function project_event() returns trigger language plpgsql as $$
begin
  perform emit_event('project.created', new.owner_id, new.id, null, jsonb_build_object('name', new.name));
  return null;
end $$;
create trigger tell after insert on projects for each row execute function project_event();

-- 2. Sessions --------------------------------------------------------------------------------------------------------

create table sessions (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  short_id text not null check (short_id ~ '^[0-9a-f]{8}$'),
  -- The version of the process that the session runs. A version never changes.
  process_template_id uuid not null references process_templates,
  models text[] not null check (cardinality(models) > 0),
  lead_model text not null check (lead_model = any (models)),
  -- True if a person chose the lead; otherwise the model with the best scores becomes the lead once there are scores.
  lead_chosen boolean not null default true,
  -- More than 1 if each model writes several proposals: docs/decisions/0034-several-proposals.md
  proposals int not null default 1 check (proposals between 1 and 4),
  auto boolean not null default false,
  accept_findings boolean not null default false,
  max_output_tokens int check (max_output_tokens > 0),
  -- The maximum number of continuations per document (docs/decisions/0022-continuing.md). Stored with the session, because a
  -- later change of the installation's setting must not affect a run that was quoted.
  continuations int not null default 5 check (continuations between 0 and 100),
  -- How long provider failures are retried; null means that the workers' setting applies.
  retry_window_ms int check (retry_window_ms >= 0),
  -- `overlay` merges the overlays of domain, project and session, as they were when the session was created.
  domain_id uuid references domains,
  overlay jsonb not null default '{}' check (jsonb_typeof(overlay) = 'object'),
  -- The expected cost of the session, computed when it was created (docs/decisions/0012-the-quote.md). It never changes,
  -- because it is compared with the actual cost. Null if the session was created before quotes existed.
  quote jsonb check (quote is null or jsonb_typeof(quote) = 'object'),
  -- The quote that came with an imported project, as {"quote": …}. It is kept so that exporting the project again gives the
  -- same file. Because an export may claim anything, `quote` is computed again at this installation's prices.
  quote_in_export jsonb check (jsonb_typeof(quote_in_export) = 'object'),
  status text not null default 'ready'
    check (status in ('ready', 'running', 'awaiting_feedback', 'paused', 'failed', 'iteration_complete', 'archived')),
  -- The status that an archived session had before, and returns to when it is restored.
  archived_from text
    constraint archived_from_somewhere check (
      (status = 'archived') = (archived_from is not null)
      and archived_from in ('ready', 'awaiting_feedback', 'failed', 'iteration_complete')),
  current_stage text not null,
  iteration int not null default 1 check (iteration > 0),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  unique (project_id, short_id),
  unique (id, project_id),
  foreign key (process_template_id, current_stage) references stages (process_template_id, key)
);
-- sessions_by_owner is for lists, like projects_by_owner; sessions_by_project is for finding a project's newest session.
create index sessions_by_owner on sessions (owner_id, created_at, id);
create index sessions_by_project on sessions (project_id, created_at, id);
-- For the inbox, which reads only sessions that wait for a person, however many other sessions there are.
create index sessions_needing on sessions (owner_id, id)
  where status in ('ready', 'awaiting_feedback', 'failed');
call protect('sessions');

create function session_event() returns trigger language plpgsql as $$
begin
  perform emit_event(
    case tg_op when 'INSERT' then 'session.created' else 'session.changed' end,
    new.owner_id, new.project_id, new.id,
    jsonb_build_object('status', new.status, 'currentStage', new.current_stage, 'iteration', new.iteration));
  return null;
end $$;
create trigger tell after insert or update on sessions for each row execute function session_event();

create function keep_quote() returns trigger
  language plpgsql as $$
begin
  raise exception 'the quote of session % is kept as it was given', old.id
    using errcode = 'check_violation';
end $$;
create trigger keep_quote
  before update on sessions
  for each row when (new.quote is distinct from old.quote)
  execute function keep_quote();

create function keep_overlay() returns trigger language plpgsql as $$
begin
  raise exception 'Session % keeps the domain and the overlay it started with.', old.id using errcode = 'DL004';
end $$;
create trigger keep_overlay before update of domain_id, overlay on sessions
  for each row when (new.domain_id is distinct from old.domain_id or new.overlay is distinct from old.overlay)
  execute function keep_overlay();

-- An archived session stays archived until it is restored, even if its jobs change.
create function archived_stays() returns trigger language plpgsql as $$
begin
  if new.status <> 'archived' and new.archived_from is not null then
    raise exception 'Session % is archived. Restore it first.', old.id using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger archived_stays before update of status on sessions
  for each row when (old.status = 'archived') execute function archived_stays();

-- The terms on which a session uses a model from `iteration` onwards. A person's retry may add a further revision
-- within the iteration, which changes only limits such as the window, never prices.
create table session_models (
  session_id uuid not null references sessions on delete cascade,
  iteration int not null check (iteration > 0),
  model text not null,
  revision int not null default 1 check (revision > 0),
  terms_id uuid not null references model_terms,
  owner_id uuid not null references users,
  primary key (session_id, iteration, model, revision)
);
call protect('session_models', 'select, insert');
create trigger immutable before update or truncate on session_models
  for each statement execute function refuse_change();

-- The price of a model does not change within an iteration.
create function check_session_model() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from model_terms t
    join sessions s on s.id = new.session_id and s.owner_id = new.owner_id
    where t.id = new.terms_id and t.owner_id = new.owner_id and t.model = new.model and new.model = any (s.models)
  ) then
    raise exception 'These are not the terms of a model of session %.', new.session_id using errcode = 'DL004';
  end if;
  if exists (
    select from session_models earlier
    join model_terms was on was.id = earlier.terms_id
    join model_terms becomes on becomes.id = new.terms_id
    where earlier.session_id = new.session_id and earlier.iteration = new.iteration and earlier.model = new.model
      and (was.price_input, was.price_cached_input, was.price_cache_write, was.price_output, was.price_reasoning)
        is distinct from (becomes.price_input, becomes.price_cached_input, becomes.price_cache_write, becomes.price_output,
          becomes.price_reasoning)
  ) then
    raise exception 'The prices of % are frozen in session %.', new.model, new.session_id using errcode = 'DL004';
  end if;
  return null;
end $$;
create trigger check_terms after insert on session_models for each row execute function check_session_model();

-- 3. Stage runs ------------------------------------------------------------------------------------------------------

create table stage_runs (
  id uuid primary key,
  owner_id uuid not null references users,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  status text not null default 'running'
    check (status in ('running', 'paused', 'completed', 'failed', 'cancelled')),
  root_job_id uuid not null references jobs,
  seed_prompt text not null,
  -- The work expected of this stage, fixed when it starts: [{key, label, model, intermediate, stepKey, number}]. The number
  -- of each document in the session (D4) is assigned here, so that it does not depend on which document is finished first.
  expected jsonb not null check (jsonb_typeof(expected) = 'array'),
  -- Expected work that a person excluded from the stage: keys, labels and models, and why the work was missing.
  excluded jsonb not null default '[]' check (jsonb_typeof(excluded) = 'array'),
  -- The author behind each label in the prompts of the stage: {"Proposal A": "provider/model"}.
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  submitted_at timestamptz check (isfinite(submitted_at)),
  started_at timestamptz not null default clock_timestamp() check (isfinite(started_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  unique (session_id, iteration, stage),
  unique (root_job_id)
);
create index stage_runs_unsubmitted on stage_runs (owner_id, session_id)
  where status = 'completed' and submitted_at is null;
call protect('stage_runs');

create function stage_event() returns trigger language plpgsql as $$
begin
  perform emit_event(
    case tg_op when 'INSERT' then 'stage.started' else 'stage.changed' end,
    new.owner_id, (select project_id from sessions where id = new.session_id), new.session_id,
    jsonb_build_object('stage', new.stage, 'iteration', new.iteration, 'status', new.status));
  return null;
end $$;
create trigger tell after insert or update on stage_runs for each row execute function stage_event();

-- Seed prompts of stages that have not started. When a stage starts, its run copies the text.
create table seed_prompts (
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  version int not null check (version > 0),
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  text text not null,
  built_at timestamptz not null default clock_timestamp() check (isfinite(built_at)),
  primary key (session_id, iteration, stage, version)
);
call protect('seed_prompts', 'select, insert');

create function seed_event() returns trigger language plpgsql as $$
begin
  perform emit_event('seed.built', new.owner_id, new.project_id, new.session_id,
    jsonb_build_object('stage', new.stage, 'iteration', new.iteration, 'version', new.version));
  return null;
end $$;
create trigger tell after insert on seed_prompts for each row execute function seed_event();

-- 4. Deleting a project ----------------------------------------------------------------------------------------------

-- Only delete_project, called by the owner, deletes rows of a project. It records the project's id here.
create table project_deletions (
  project_id uuid primary key,
  owner_id uuid not null references users,
  deleted_at timestamptz not null default now(),
  -- The project's folder until it is removed; null if there is nothing left to remove. It is recorded in the transaction
  -- that deletes the rows, so that it can still be removed if the process is killed before removing it.
  folder text,
  -- The only transaction that may delete rows of the project.
  transaction text not null default pg_current_xact_id()::text
);
call protect('project_deletions', 'select');
grant update (folder) on project_deletions to dialectic_app;

create function is_deleted_now(p_project uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from project_deletions where project_id = p_project and transaction = pg_current_xact_id()::text);
$$;

-- Refuses to delete rows of a project that is not being deleted. For tables with a project_id, as in
-- `create trigger undeletable before delete …`.
create function refuse_delete() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_deleted_now(old.project_id) then
    return old;
  end if;
  raise exception 'Rows of % are never deleted, unless with their whole project.', tg_table_name using errcode = 'DL004';
end $$;

create trigger immutable before update or truncate on seed_prompts
  for each statement execute function refuse_change();
create trigger undeletable before delete on seed_prompts for each row execute function refuse_delete();

-- Deletes a project of the acting user and everything made from it, except its wallet entries. Other tables that refer to
-- projects either use `on delete cascade`, or have their rows deleted first by a trigger on project_deletions. A table that
-- does neither blocks the deletion. Stored responses of idempotent requests are deleted as well: they contain the brief, and
-- a repeated request should create the project again instead of returning a deleted one.
create function delete_project(p_project uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_folder text;
begin
  select slug into own_folder from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from jobs where project_id = p_project and not job_is_over(status)) then
    raise exception 'Work on project % is not over. Cancel it first.', p_project using errcode = 'DL004';
  end if;
  insert into project_deletions (project_id, owner_id, folder) values (p_project, acting_user(), own_folder);
  delete from stage_runs where session_id in (select id from sessions where project_id = p_project);
  delete from jobs where project_id = p_project;
  delete from notifications where project_id = p_project;
  delete from events where project_id = p_project;
  delete from request_keys where owner_id = acting_user() and position(p_project::text in answer) > 0;
  delete from projects where id = p_project;
  perform emit_event('project.deleted', acting_user(), p_project, null, '{}');
end $$;
revoke execute on function delete_project from public;
grant execute on function delete_project to dialectic_app;

-- 5. Imported projects -----------------------------------------------------------------------------------------------

-- An import contains only finished work, and starts none.

create table project_imports (
  project_id uuid primary key references projects on delete cascade,
  owner_id uuid not null references users,
  -- The hash of the file's manifest, which covers every file of the export.
  manifest_sha256 text not null,
  imported_at timestamptz not null default now(),
  -- The only transaction that may import rows of the project.
  transaction text not null default pg_current_xact_id()::text
);
call protect('project_imports', 'select');

create function is_imported_now(p_project uuid) returns boolean
  language sql stable
  return exists (
    select from project_imports where project_id = p_project and transaction = pg_current_xact_id()::text);

create function check_imported_job() returns trigger language plpgsql as $$
begin
  if not is_imported_now(new.project_id) then
    raise exception 'A job in the export belongs to another project. An import may contain only jobs of its own project.'
      using errcode = 'DL007';
  end if;
  return new;
end $$;
create trigger check_imported before insert on jobs
  for each row when (is_importing()) execute function check_imported_job();

-- Checked when the importing transaction commits, after all rows are inserted. So neither the importer nor a later statement
-- of the transaction can leave work that a worker would start.
create function check_import_at_rest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  running text;
begin
  select 'job ' || job.id || ' is ' || job.status into running
  from jobs job
  where not job_is_over(job.status)
    and (job.project_id = new.project_id
      or job.session_id in (select id from sessions where project_id = new.project_id))
  limit 1;
  if running is null then
    select 'session ' || id || ' is ' || status into running
    from sessions where project_id = new.project_id and status in ('running', 'paused') limit 1;
  end if;
  if running is null then
    select 'stage run ' || run.id || ' is ' || run.status into running
    from stage_runs run join sessions s on s.id = run.session_id
    where s.project_id = new.project_id and run.status in ('running', 'paused') limit 1;
  end if;
  if running is not null then
    raise exception 'An import may contain only finished work, but in this one %.', running using errcode = 'DL007';
  end if;
  return null;
end $$;
create constraint trigger check_import_at_rest after insert on project_imports
  deferrable initially deferred for each row execute function check_import_at_rest();

-- 6. Rows of lower modules that belong to a project ------------------------------------------------------------------

-- Modules below this one use project and session ids only as labels. The foreign keys added here delete their rows with the
-- project, and ensure that a text belongs to a project of its owner and to a session of that project.
alter table memory_languages add foreign key (project_id, owner_id) references projects (id, owner_id) on delete cascade;
alter table memory_sources add foreign key (project_id, owner_id) references projects (id, owner_id) on delete cascade;
alter table memory_sources add foreign key (session_id, project_id) references sessions (id, project_id) on delete cascade;
alter table prompt_parts add foreign key (project_id) references projects on delete cascade;
alter table shortened_parts add foreign key (project_id) references projects on delete cascade;
alter table fit_orders add foreign key (project_id) references projects on delete cascade;
alter table prompt_receipts add foreign key (project_id) references projects on delete cascade;
alter table prompt_receipts add foreign key (session_id) references sessions on delete cascade;

-- Embeddings reveal texts, so deleting a project deletes all embeddings that no other text of its owner uses. The trigger is
-- deferred, because the passages are two cascades away from the project and are deleted only after other triggers have run.
create function forget_embeddings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from memory_embeddings e
  where e.owner_id = old.owner_id and not exists (
    select from memory_passages c where c.owner_id = e.owner_id and c.content_hash = e.content_hash);
  return null;
end $$;
create constraint trigger forget_embeddings after delete on projects
  deferrable initially deferred for each row execute function forget_embeddings();
