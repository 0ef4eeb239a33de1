-- Processes with their stages, transitions, recipes and prompts: versioned data, seeded from files. A row never changes: new
-- content is a new version, and a session keeps the versions that it started with. The program caches these rows.
--
-- Rows without an owner are shipped with the program; a user's own rows are visible to that user only.

-- 1. Processes -------------------------------------------------------------------------------------------------------

create table prompt_templates (
  id uuid primary key,
  owner_id uuid references users,
  key text not null,
  version int not null check (version > 0),
  body text not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, key, version)
);

create table recipes (
  id uuid primary key,
  owner_id uuid references users,
  key text not null,
  version int not null check (version > 0),
  definition jsonb not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, key, version)
);

create table process_templates (
  id uuid primary key,
  owner_id uuid references users,
  key text not null,
  version int not null check (version > 0),
  name text not null,
  about text not null,
  -- The stage at which a further iteration starts; null for the last stage.
  iterate_from text,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, key, version)
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

-- The order of stages is stored only here. A process starts with the transition that has no from_stage.
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

-- The prompts that a recipe's steps used when this version of the recipe was seeded.
create table recipe_prompts (
  recipe_id uuid not null references recipes,
  prompt_key text not null,
  prompt_template_id uuid not null references prompt_templates,
  primary key (recipe_id, prompt_key)
);

-- An imported session may use a process that is unknown here, or that has the same key as another process. Such a process is
-- added for the importing user only, under a key that ends with a hash (`classic@1a2b…`). So it replaces neither a shipped
-- process nor one of the user's own, and is never the newest version. `plain_key` returns the key without the hash.
create function plain_key(key text) returns text
  language sql immutable parallel safe
  return split_part(key, '@', 1);

-- 2. Domains ---------------------------------------------------------------------------------------------------------

-- A domain is a field of work: the processes it offers, and the text it adds to every prompt (its overlay). As with
-- processes, a row never changes: new content becomes a new version (docs/decisions/0019-domains-and-own-templates.md).
create table domains (
  id uuid primary key,
  owner_id uuid references users,
  key text not null,
  version int not null check (version > 0),
  name text not null,
  about text not null,
  default_process text not null,
  -- The overlay: sections of text, keyed by name: role, standards, success_criteria, boundaries, stakeholders, compliance and
  -- deployment.
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

-- 3. Visibility and immutability -------------------------------------------------------------------------------------

alter table prompt_templates enable row level security;
create policy shipped_or_own on prompt_templates for select using (owner_id is null or owner_id = acting_user());
create policy add_own on prompt_templates for insert with check (owner_id = acting_user());
grant select, insert on prompt_templates to dialectic_app;

alter table recipes enable row level security;
create policy shipped_or_own on recipes for select using (owner_id is null or owner_id = acting_user());
create policy add_own on recipes for insert with check (owner_id = acting_user());
grant select, insert on recipes to dialectic_app;

alter table process_templates enable row level security;
create policy shipped_or_own on process_templates for select using (owner_id is null or owner_id = acting_user());
create policy add_own on process_templates for insert with check (owner_id = acting_user());
grant select, insert on process_templates to dialectic_app;

alter table domains enable row level security;
create policy shipped_or_own on domains for select using (owner_id is null or owner_id = acting_user());
create policy add_own on domains for insert with check (owner_id = acting_user());
grant select, insert on domains to dialectic_app;

-- A child row is visible if its parent row is, because the policies of the parent table also apply inside the subquery.

alter table stages enable row level security;
create policy seen_with_whole on stages for select
  using (exists (select from process_templates w where w.id = process_template_id));
create policy add_to_own on stages for insert
  with check (exists (select from process_templates w where w.id = process_template_id and w.owner_id = acting_user()));
grant select, insert on stages to dialectic_app;

alter table stage_transitions enable row level security;
create policy seen_with_whole on stage_transitions for select
  using (exists (select from process_templates w where w.id = process_template_id));
create policy add_to_own on stage_transitions for insert
  with check (exists (select from process_templates w where w.id = process_template_id and w.owner_id = acting_user()));
grant select, insert on stage_transitions to dialectic_app;

alter table recipe_prompts enable row level security;
create policy seen_with_whole on recipe_prompts for select
  using (exists (select from recipes w where w.id = recipe_id));
create policy add_to_own on recipe_prompts for insert
  with check (exists (select from recipes w where w.id = recipe_id and w.owner_id = acting_user()));
grant select, insert on recipe_prompts to dialectic_app;

alter table domain_processes enable row level security;
create policy seen_with_whole on domain_processes for select
  using (exists (select from domains w where w.id = domain_id));
create policy add_to_own on domain_processes for insert
  with check (exists (select from domains w where w.id = domain_id and w.owner_id = acting_user()));
grant select, insert on domain_processes to dialectic_app;

create trigger immutable before update or delete or truncate on prompt_templates
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on recipes
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on recipe_prompts
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on process_templates
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on stages
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on stage_transitions
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on domains
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on domain_processes
  for each statement execute function refuse_change();
