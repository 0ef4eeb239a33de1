-- What a process is (templates, stages, transitions, recipes, prompts): data, seeded from files, versioned.
-- A row is never changed: another content is another version, and a session keeps the versions it started with.

create table prompt_templates (
  id uuid primary key,
  key text not null,
  version int not null check (version > 0),
  body text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (key, version)
);

create table recipes (
  id uuid primary key,
  key text not null,
  version int not null check (version > 0),
  definition jsonb not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (key, version)
);

create table process_templates (
  id uuid primary key,
  key text not null,
  version int not null check (version > 0),
  name text not null,
  about text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (key, version)
);

create table stages (
  process_template_id uuid not null references process_templates,
  key text not null check (key ~ '^[a-z][a-z-]*$'),
  name text not null,
  about text not null,
  convergence text not null check (convergence in ('per_model', 'single')),
  recipe_id uuid not null references recipes,
  primary key (process_template_id, key)
);

-- The order of stages comes from here and from nowhere else. No from_stage: the process starts there.
create table stage_transitions (
  process_template_id uuid not null references process_templates,
  from_stage text,
  to_stage text not null,
  unique nulls not distinct (process_template_id, from_stage, to_stage),
  foreign key (process_template_id, from_stage) references stages,
  foreign key (process_template_id, to_stage) references stages
);

create function stage_order(p_process uuid) returns table (stage text, place int)
  language sql stable as $$
  with recursive walk as (
    select to_stage, 1 as place
    from stage_transitions where process_template_id = p_process and from_stage is null
    union all
    select t.to_stage, walk.place + 1
    from walk join stage_transitions t on t.process_template_id = p_process and t.from_stage = walk.to_stage
    where walk.place < 100)
  select to_stage, max(place) from walk group by 1 order by 2;
$$;

-- The prompt a recipe's step used when this version of the recipe was seeded.
create table recipe_prompts (
  recipe_id uuid not null references recipes,
  prompt_key text not null,
  prompt_template_id uuid not null references prompt_templates,
  primary key (recipe_id, prompt_key)
);

grant select on prompt_templates, recipes, process_templates, stages, stage_transitions, recipe_prompts to dialectic_app;

create table projects (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null check (name <> ''),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]*$'),
  brief text not null check (btrim(brief) <> ''),
  brief_name text not null,
  process text not null,
  created_at timestamptz not null default now(),
  unique (owner_id, slug)
);
call protect('projects');

create table sessions (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  short_id text not null check (short_id ~ '^[0-9a-f]{8}$'),
  process_template_id uuid not null references process_templates,
  models text[] not null check (cardinality(models) > 0),
  lead_model text not null check (lead_model = any (models)),
  auto boolean not null default false,
  max_output_tokens int check (max_output_tokens > 0),
  status text not null default 'ready'
    check (status in ('ready', 'running', 'awaiting_feedback', 'paused', 'failed', 'iteration_complete', 'archived')),
  current_stage text not null,
  iteration int not null default 1 check (iteration > 0),
  created_at timestamptz not null default now(),
  unique (project_id, short_id),
  foreign key (process_template_id, current_stage) references stages (process_template_id, key)
);
call protect('sessions');

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
  -- The work expected of this stage, frozen when it starts: [{key, label, model, intermediate}].
  expected jsonb not null,
  submitted_at timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (session_id, iteration, stage),
  unique (root_job_id)
);
call protect('stage_runs');

-- One model call's text: one chunk, immutable. The text is here; the tree on disk is made from these rows.
create table contributions (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  job_id uuid not null references jobs,
  step_key text not null,
  -- Which piece of the stage's expected work this belongs to.
  work_key text not null,
  model text not null,
  output_type text not null,
  intermediate boolean not null,
  template_version int not null,
  -- The first chunk of the document this belongs to (itself, if it is the first), and its place in the chain.
  root_id uuid not null,
  chunk int not null check (chunk >= 0),
  -- The thesis this descends from; null where several were merged.
  lineage_id uuid,
  -- Counts one model's contributions of that name in a stage.
  n int not null check (n > 0),
  text text not null,
  -- The messages that were sent, as text, and what the provider answered, as it came.
  prompt text not null,
  raw text not null,
  finish_reason text not null,
  input_tokens int not null,
  output_tokens int not null,
  tokens_estimated boolean not null,
  path text not null,
  raw_path text not null,
  prompt_path text not null,
  created_at timestamptz not null default now(),
  -- A chunk is written once, however often its job runs.
  unique (root_id, chunk),
  unique (job_id),
  unique (project_id, path),
  unique (project_id, raw_path),
  unique (project_id, prompt_path)
);
create index contributions_by_stage on contributions (session_id, iteration, stage);
call protect('contributions', 'select, insert');

create table contribution_sources (
  contribution_id uuid not null references contributions on delete cascade,
  source_id uuid not null references contributions on delete cascade,
  owner_id uuid not null references users,
  position int not null,
  primary key (contribution_id, source_id)
);
create index contribution_sources_by_source on contribution_sources (source_id);
call protect('contribution_sources', 'select, insert');

-- What a reader sees: a whole document assembled from its chunks, or one artifact of it (made by render).
create table documents (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  contribution_id uuid not null references contributions,
  kind text not null check (kind in ('whole', 'artifact')),
  artifact text check ((artifact is null) = (kind = 'whole')),
  title text not null,
  model text not null,
  intermediate boolean not null,
  chunks int not null check (chunks > 0),
  markdown text not null,
  -- What stands on disk: front matter and markdown.
  file text not null,
  sha256 text not null,
  path text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (contribution_id, artifact),
  unique (project_id, path)
);
create index documents_by_session on documents (session_id, created_at);
call protect('documents', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name using errcode = 'DL004';
end $$;
create trigger immutable before update on contributions for each row execute function refuse_change();
create trigger immutable before update on documents for each row execute function refuse_change();


-- Changes here are events, whoever makes them.
create function emit_event(p_kind text, p_owner uuid, p_project uuid, p_session uuid, p_data jsonb) returns void
  language sql as $$
  insert into events (kind, owner_id, project_id, session_id, data)
  values (p_kind, p_owner, p_project, p_session, p_data);
$$;

create function project_event() returns trigger language plpgsql as $$
begin
  perform emit_event('project.created', new.owner_id, new.id, null, jsonb_build_object('name', new.name));
  return null;
end $$;
create trigger tell after insert on projects for each row execute function project_event();

create function session_event() returns trigger language plpgsql as $$
begin
  perform emit_event(
    case tg_op when 'INSERT' then 'session.created' else 'session.changed' end,
    new.owner_id, new.project_id, new.id,
    jsonb_build_object('status', new.status, 'currentStage', new.current_stage, 'iteration', new.iteration));
  return null;
end $$;
create trigger tell after insert or update on sessions for each row execute function session_event();

create function stage_event() returns trigger language plpgsql as $$
begin
  perform emit_event(
    case tg_op when 'INSERT' then 'stage.started' else 'stage.changed' end,
    new.owner_id, (select project_id from sessions where id = new.session_id), new.session_id,
    jsonb_build_object('stage', new.stage, 'iteration', new.iteration, 'status', new.status));
  return null;
end $$;
create trigger tell after insert or update on stage_runs for each row execute function stage_event();

create function document_event() returns trigger language plpgsql as $$
begin
  perform emit_event('document.created', new.owner_id, new.project_id, new.session_id,
    jsonb_build_object('documentId', new.id, 'stage', new.stage, 'model', new.model, 'kind', new.kind,
      'title', new.title, 'intermediate', new.intermediate, 'path', new.path));
  return null;
end $$;
create trigger tell after insert on documents for each row execute function document_event();

-- A stage run is what its root job is, and a session what its current stage is, in the very transaction that
-- moves the job: no reader can see one without the other, whoever moved it (worker, user, fail-fast, takeover).
create function stage_follows_root() returns trigger
  language plpgsql as $$
declare
  run stage_runs;
  stage_status text := case new.status
    when 'completed' then 'completed' when 'failed' then 'failed' when 'cancelled' then 'cancelled'
    when 'paused' then 'paused' else 'running' end;
begin
  update stage_runs
    set status = stage_status,
        finished_at = case when stage_status in ('completed', 'failed', 'cancelled') then now() end
    where root_job_id = new.id and status <> stage_status
    returning * into run;
  if run.id is null then
    return null;
  end if;
  update sessions
    set status = case stage_status
      when 'completed' then 'awaiting_feedback' when 'cancelled' then 'ready' else stage_status end
    where id = run.session_id and current_stage = run.stage and iteration = run.iteration
      and status <> 'iteration_complete';
  return null;
end $$;
create trigger stage_follows_root after update of status on jobs
  for each row when (old.status is distinct from new.status and new.parent_id is null and new.session_id is not null)
  execute function stage_follows_root();
