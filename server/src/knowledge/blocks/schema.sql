-- Knowledge blocks: accepted facts, arranged for reading. They are a pure function of the ledger and are updated key by
-- key, so that the work for a turn grows only with what the turn changes. Rebuilding them from the ledger gives the
-- same bytes.

create table knowledge_blocks (
  project_id uuid not null references ledgers on delete cascade,
  -- 'project', or the id of an item.
  subject text not null,
  -- For example, 'project.budget'.
  block text not null,
  owner_id uuid not null references users,
  -- The number of the newest change that concerns the block: to a fact of one of its keys, or to one of its records.
  revision bigint not null check (revision > 0),
  primary key (project_id, subject, block)
);
call protect('knowledge_blocks');

-- One line of a block: an accepted fact, or a value in conflict with it.
create table block_entries (
  project_id uuid not null,
  subject text not null,
  block text not null,
  key text not null,
  number int not null,
  owner_id uuid not null references users,
  entry jsonb not null check (jsonb_typeof(entry) = 'object'),
  primary key (project_id, subject, block, key, number),
  foreign key (project_id, subject, block) references knowledge_blocks on delete cascade
);
create index block_entries_by_number on block_entries (project_id, number);
call protect('block_entries');

-- A model call that adds questions, suggestions and notes to the blocks. Its status is the status of its job.
create table enrichments (
  job_id uuid primary key references jobs on delete cascade,
  project_id uuid not null references ledgers on delete cascade,
  owner_id uuid not null references users,
  model text not null,
  -- The model's answer, verbatim; null until there is one.
  raw text,
  added int not null default 0 check (added >= 0),
  -- [{reason, operation}]
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at))
);
create index enrichments_by_project on enrichments (project_id, created_at);
call protect('enrichments', 'select, insert, update');

create function block_event() returns trigger language plpgsql as $$
begin
  perform emit_event('block.changed', new.owner_id, new.project_id, null,
    jsonb_build_object('subject', new.subject, 'block', new.block, 'revision', new.revision));
  return null;
end $$;
create trigger tell after insert or update on knowledge_blocks for each row execute function block_event();
