-- Domains: a field of work, the processes it offers, and what it adds to every prompt (its overlay). Data like processes:
-- a row is never changed, another content is another version. docs/decisions/0019-domains-and-own-templates.md

create table domains (
  id uuid primary key,
  -- Null: shipped with the program, for everybody.
  owner_id uuid references users,
  key text not null,
  version int not null check (version > 0),
  name text not null,
  about text not null,
  default_process text not null,
  -- Sections of text by name: role, standards, success_criteria, boundaries, stakeholders, compliance, deployment.
  overlay jsonb not null check (jsonb_typeof(overlay) = 'object'),
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, key, version)
);

create table domain_processes (
  domain_id uuid not null references domains,
  process text not null,
  position int not null,
  primary key (domain_id, process)
);

-- People's own templates stand beside the shipped ones, which have no owner; nobody sees another's.
alter table prompt_templates add column owner_id uuid references users;
alter table recipes add column owner_id uuid references users;
alter table process_templates add column owner_id uuid references users;
alter table prompt_templates drop constraint prompt_templates_key_version_key,
  add unique nulls not distinct (owner_id, key, version);
alter table recipes drop constraint recipes_key_version_key, add unique nulls not distinct (owner_id, key, version);
alter table process_templates drop constraint process_templates_key_version_key,
  add unique nulls not distinct (owner_id, key, version);

do $$
declare
  target text;
begin
  foreach target in array array['prompt_templates', 'recipes', 'process_templates', 'domains'] loop
    execute format('alter table %I enable row level security', target);
    execute format('create policy shipped_or_own on %I for select using (owner_id is null or owner_id = acting_user())', target);
    execute format('create policy add_own on %I for insert with check (owner_id = acting_user())', target);
    execute format('grant select, insert on %I to dialectic_app', target);
  end loop;
  foreach target in array array['domains', 'domain_processes'] loop
    execute format('create trigger immutable before update or delete or truncate on %I
      for each statement execute function refuse_change()', target);
    execute format('alter table %I enable always trigger immutable', target);
  end loop;
end $$;

-- Their parts are as visible as they are: the condition is looked up under the rules of the whole.
do $$
declare
  part record;
begin
  for part in select * from (values
    ('stages', 'process_templates', 'process_template_id'),
    ('stage_transitions', 'process_templates', 'process_template_id'),
    ('recipe_prompts', 'recipes', 'recipe_id'),
    ('domain_processes', 'domains', 'domain_id')) as parts (name, whole, reference)
  loop
    execute format('alter table %I enable row level security', part.name);
    execute format('create policy seen_with_whole on %I for select using (exists (select from %I w where w.id = %I))',
      part.name, part.whole, part.reference);
    execute format('create policy add_to_own on %I for insert
      with check (exists (select from %I w where w.id = %I and w.owner_id = acting_user()))',
      part.name, part.whole, part.reference);
    execute format('grant select, insert on %I to dialectic_app', part.name);
  end loop;
end $$;

-- What a project adds for all its sessions, and what a session has to do with: domain, project and run laid over each
-- other when it was made, and then kept.
alter table projects add column domain text not null default 'general';
alter table projects add column overlay jsonb not null default '{}' check (jsonb_typeof(overlay) = 'object');
alter table sessions add column domain_id uuid references domains;
alter table sessions add column overlay jsonb not null default '{}' check (jsonb_typeof(overlay) = 'object');

create function keep_overlay() returns trigger language plpgsql as $$
begin
  raise exception 'Session % keeps the domain and the overlay it started with.', old.id using errcode = 'DL004';
end $$;
create trigger keep_overlay before update of domain_id, overlay on sessions
  for each row when (new.domain_id is distinct from old.domain_id or new.overlay is distinct from old.overlay)
  execute function keep_overlay();
