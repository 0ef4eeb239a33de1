-- Items: the things that a project is about, what is known about each, their lines, and the user's catalogue with its prices.
--
-- Every change to an item, an override, a line or a link is recorded as an item event, with the state before and after,
-- so that the change can be undone. Writers of one project's items hold the lock of its ledger.

-- 1. Items -----------------------------------------------------------------------------------------------------------

-- The form in which names are compared: case and Unicode form are ignored.
create function name_key(name text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(name, nfkc));

create table project_items (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references ledgers on delete cascade,
  name text not null check (name <> '' and name = btrim(name) and length(name) <= 200),
  -- The first word of the name. A text that mentions the item contains this word, so an index finds the items that a text
  -- may mention.
  first_word text generated always as (
    coalesce(substring(lower(normalize(name, nfc) collate "pg_c_utf8") from '[[:alnum:]]+'), '')) stored,
  status text not null default 'live' check (status in ('live', 'archived', 'merged')),
  merged_into uuid,
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (id, project_id),
  check ((status = 'merged') = (merged_into is not null)),
  check (merged_into <> id),
  foreign key (merged_into, project_id) references project_items (id, project_id) deferrable initially deferred
);
create index project_items_by_word on project_items (project_id, first_word) where status = 'live';
create unique index project_items_live_name on project_items (project_id, name_key(name)) where status = 'live';
call protect('project_items', 'select, insert, update');
create trigger undeletable before delete on project_items for each row execute function refuse_delete();

-- Copies the names of items to `fact_subjects`, a table of the ledger.
create function name_subject() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into fact_subjects (item_id, project_id, owner_id, name, is_live)
  values (new.id, new.project_id, new.owner_id, new.name, new.status = 'live')
  on conflict (item_id) do update set name = excluded.name, is_live = excluded.is_live;
  return null;
end $$;
create trigger name_subject after insert or update of name, status on project_items
  for each row execute function name_subject();

-- Facts, answers, records and turns refer only to items of their own project.
alter table facts add foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade;
alter table key_answers add foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade;
alter table ledger_records add foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade;
create index facts_by_item on facts (item_id, status) where item_id is not null;

create function check_turn_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(new.item_ids) given
    where not exists (select from project_items where id = given and project_id = new.project_id))
  then
    raise exception 'The turn is about an item that the project does not have.' using errcode = 'DL006';
  end if;
  return new;
end $$;
create trigger check_items before insert on turn_bundles
  for each row when (cardinality(new.item_ids) > 0) execute function check_turn_items();

-- 2. Item events -----------------------------------------------------------------------------------------------------

create table item_events (
  project_id uuid not null references ledgers on delete cascade,
  seq bigint not null check (seq > 0),
  owner_id uuid not null references users,
  item_id uuid not null,
  act text not null check (act in ('create', 'rename', 'archive', 'restore', 'merge', 'override', 'clear', 'add-line', 'change-line',
    'remove-line', 'link', 'unlink', 'undo')),
  reason text not null,
  -- [{kind, id, before, after}]: the changed rows. before is null for a new row, after for a removed row.
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  -- The action of the ledger that is part of this change.
  fact_action bigint,
  -- For an undo: the event that it undoes.
  undoes bigint,
  at timestamptz not null default clock_timestamp() check (isfinite(at)),
  primary key (project_id, seq),
  check ((act = 'undo') = (undoes is not null)),
  foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade
);
create index item_events_by_item on item_events (item_id, seq);
create index item_events_undone on item_events (project_id, undoes) where undoes is not null;
create index item_events_by_action on item_events (project_id, fact_action) where fact_action is not null;
call protect('item_events', 'select, insert');
create trigger immutable before update or truncate on item_events for each statement execute function refuse_change();
create trigger undeletable before delete on item_events for each row execute function refuse_delete();

create function item_event() returns trigger language plpgsql as $$
begin
  perform emit_event('item.changed', new.owner_id, new.project_id, null,
    jsonb_build_object('itemId', new.item_id, 'act', new.act, 'seq', new.seq));
  return null;
end $$;
create trigger tell after insert on item_events for each row execute function item_event();

-- A change to an item may also change facts. These facts can be undone only together with the change: undoing the change
-- sets dialectic.undoing_item for the transaction.
create function check_item_undo() returns trigger language plpgsql as $$
begin
  if not is_importing() and coalesce(current_setting('dialectic.undoing_item', true), '') = ''
    and exists (select from item_events e where e.project_id = new.project_id and e.fact_action = new.undoes)
  then
    raise exception 'The action belongs to a change of an item. Undo that change instead.' using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger check_item_undo before insert on fact_events
  for each row when (new.undoes is not null) execute function check_item_undo();

-- 3. Values set by hand, and the projection --------------------------------------------------------------------------

create table item_overrides (
  project_id uuid not null,
  item_id uuid not null,
  key text not null check (key ~ '^item\.[a-z]+\.[a-z0-9_]+$'),
  owner_id uuid not null references users,
  -- Null means deliberately empty. For a list key, an array.
  value jsonb check (value <> 'null'),
  text text not null,
  reason text not null,
  -- stated: the facts that this override recorded. replaced: the facts that it replaced; clearing the override accepts
  -- them again.
  stated uuid[] not null default '{}',
  replaced uuid[] not null default '{}',
  set_at timestamptz not null check (isfinite(set_at)),
  primary key (item_id, key),
  foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade
);
create index item_overrides_by_project on item_overrides (project_id);
call protect('item_overrides');

-- The cached projection of an item: a pure function of accepted facts and overrides. Deleting every row and rebuilding gives the
-- same bytes.
create table item_projections (
  project_id uuid not null,
  item_id uuid primary key,
  owner_id uuid not null references users,
  -- revision: the number of the newest fact event about one of the item's keys. edits: the number of the newest item
  -- event that changed one of its overrides.
  revision bigint not null check (revision >= 0),
  edits bigint not null check (edits >= 0),
  foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade
);
create index item_projections_by_project on item_projections (project_id);
call protect('item_projections');

-- One value of a field, under the number of its accepted fact. Number 0 is a value set by hand, which takes precedence.
create table item_values (
  project_id uuid not null,
  item_id uuid not null references item_projections on delete cascade,
  key text not null,
  number int not null check (number >= 0),
  owner_id uuid not null references users,
  value jsonb not null,
  text text not null,
  fact_id uuid,
  primary key (item_id, key, number)
);
create index item_values_by_project on item_values (project_id);
call protect('item_values');

-- 4. The catalogue, and the lines that are linked to it ----------------------------------------------------------------

-- A user's canonical materials and kinds of work. All projects of a user share one catalogue.
create table catalogue_items (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null check (name <> '' and name = btrim(name) and length(name) <= 200),
  kind text check (kind in ('material', 'work')),
  unit text check (unit <> '' and length(unit) <= 40),
  is_archived boolean not null default false,
  -- The target entry that this entry was merged into. Lines, links and prices still refer to the merged entry but count as
  -- the target's, so restoring the entry separates them again. Merges never form a chain: when a target is merged itself,
  -- the entries that were merged into it move to the new target.
  merged_into uuid,
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (id, owner_id),
  check (merged_into is null or is_archived and merged_into <> id),
  foreign key (merged_into, owner_id) references catalogue_items (id, owner_id)
);
create index catalogue_items_merged on catalogue_items (merged_into) where merged_into is not null;
create unique index catalogue_items_name on catalogue_items (owner_id, name_key(name)) where not is_archived;
call protect('catalogue_items', 'select, insert, update');

-- Other names of an entry. Two entries may share a synonym; then a person chooses.
create table catalogue_synonyms (
  catalogue_id uuid not null,
  owner_id uuid not null references users,
  name text not null check (name <> '' and name = btrim(name) and length(name) <= 200),
  foreign key (catalogue_id, owner_id) references catalogue_items (id, owner_id) on delete cascade
);
create unique index catalogue_synonyms_name on catalogue_synonyms (catalogue_id, name_key(name));
call protect('catalogue_synonyms', 'select, insert, delete');

create table item_lines (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null,
  item_id uuid not null,
  kind text not null check (kind in ('material', 'work')),
  name text not null check (name <> '' and name = btrim(name) and length(name) <= 200),
  quantity numeric check (quantity > 0 and quantity <= 1e12),
  unit text check (unit <> '' and length(unit) <= 40),
  unit_price numeric check (unit_price >= 0 and unit_price <= 1e12),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- Set only when a person confirms the link.
  catalogue_id uuid,
  position int not null check (position > 0),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  check (unit_price is null or currency is not null),
  foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade,
  foreign key (catalogue_id, owner_id) references catalogue_items (id, owner_id)
);
create index item_lines_by_item on item_lines (item_id, position);
create index item_lines_by_project on item_lines (project_id);
create index item_lines_by_catalogue on item_lines (catalogue_id) where catalogue_id is not null;
call protect('item_lines');

-- Links between items themselves (not their lines) and entries of the catalogue.
create table catalogue_links (
  project_id uuid not null,
  item_id uuid not null,
  catalogue_id uuid not null,
  owner_id uuid not null references users,
  primary key (item_id, catalogue_id),
  foreign key (item_id, project_id) references project_items (id, project_id) on delete cascade,
  foreign key (catalogue_id, owner_id) references catalogue_items (id, owner_id)
);
call protect('catalogue_links', 'select, insert, delete');

create function catalogue_event() returns trigger language plpgsql as $$
begin
  perform emit_event('catalogue.changed', new.owner_id, null, null, jsonb_build_object('catalogueId', new.id));
  return null;
end $$;
create trigger tell after insert or update on catalogue_items for each row execute function catalogue_event();

-- 5. Prices ------------------------------------------------------------------------------------------------------------

-- Prices of vendors for entries of the catalogue. Observations are added and never changed. They do not affect facts or
-- lines.
create table price_observations (
  id uuid primary key,
  owner_id uuid not null references users,
  catalogue_id uuid not null,
  vendor text not null check (vendor <> '' and vendor = btrim(vendor) and length(vendor) <= 200),
  price numeric not null check (price >= 0 and price <= 1e12),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit text not null check (unit <> '' and length(unit) <= 40),
  quantity numeric check (quantity > 0 and quantity <= 1e12),
  observed_on date not null check (isfinite(observed_on)),
  source text not null check (source in ('purchase', 'quote', 'list')),
  -- Identifies the document that the price was read from, for example an invoice number. Each reference is recorded once.
  reference text not null check (reference <> '' and length(reference) <= 200),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  foreign key (catalogue_id, owner_id) references catalogue_items (id, owner_id)
);
create unique index price_observations_reference on price_observations (owner_id, reference);
create index price_observations_by_catalogue on price_observations (catalogue_id, observed_on desc);
call protect('price_observations', 'select, insert');
create trigger immutable before update or truncate on price_observations for each statement execute function refuse_change();

-- An import emits one event per entry, not one per row.
create function price_event() returns trigger language plpgsql as $$
begin
  perform emit_event('catalogue.changed', p.owner_id, null, null, jsonb_build_object('catalogueId', p.catalogue_id))
  from (select distinct owner_id, catalogue_id from observed) p;
  return null;
end $$;
create trigger tell after insert on price_observations
  referencing new table as observed for each statement execute function price_event();
