-- The ledger: turns, the operations that were read from them, and the facts that resulted.
--
-- Rows are only added. A fact's content never changes; its status changes only when a fact event is inserted. Writers
-- of one project's ledger lock its row in `ledgers` first, so that numbers follow commit order.

-- 1. The ledger of a project -----------------------------------------------------------------------------------------

create table ledgers (
  project_id uuid primary key,
  owner_id uuid not null references users,
  -- The last fact number (F1, F2 …) of the project. Numbers are never reused.
  last_number int not null default 0 check (last_number >= 0),
  -- The newest number of the sequence that fact events, records and record events share.
  revision bigint not null default 0 check (revision >= 0),
  -- The model that extracts facts from turns: 'auto', 'off', or a model's id.
  extractor text not null default 'auto' check (extractor <> ''),
  -- With 'auto': whether an offline rehearsal model may be chosen.
  rehearsal boolean not null default false,
  -- Whether the extractor also reads documents that models wrote. It always reads the texts of people.
  documents boolean not null default false,
  foreign key (project_id, owner_id) references projects (id, owner_id) on delete cascade
);
call protect('ledgers');

-- The model that reads a project's turns. Null if there is none: turns then wait until a model is chosen. 'auto' is the
-- cheapest model of the newest session, assuming six input tokens per output token; a rehearsal model is chosen only if
-- the project allows it. Any model qualifies: each is asked for JSON with a schema, and its answer is read leniently.
create function extractor_of(project uuid) returns text language sql stable as $$
  select case coalesce(l.extractor, 'auto')
    when 'off' then null
    when 'auto' then (
      select t.model
      from session_models m
      join model_terms t on t.id = m.terms_id
      where m.session_id = (
          select s.id from sessions s where s.project_id = project order by s.created_at desc, s.id desc limit 1)
        and (t.provider <> 'rehearsal' or coalesce(l.rehearsal, false))
      order by t.provider = 'rehearsal', coalesce(6 * t.price_input + t.price_output, 0), t.model
      limit 1)
    else l.extractor end
  from projects p
  left join ledgers l on l.project_id = p.id
  where p.id = project;
$$;

-- The names of the items that facts may be about. Lists, blocks and prompts name the item of a fact, but the ledger must
-- not read tables of a module above it. So `knowledge/items`, which owns the items, keeps this copy up to date.
create table fact_subjects (
  item_id uuid primary key,
  project_id uuid not null references ledgers on delete cascade,
  owner_id uuid not null references users,
  name text not null check (name <> ''),
  -- False if the item was archived, or merged into another item.
  is_live boolean not null
);
create index fact_subjects_by_project on fact_subjects (project_id);
call protect('fact_subjects', 'select');

-- Keys that a project has in addition to those of its domain.
create table fact_keys (
  project_id uuid not null references ledgers on delete cascade,
  key text not null check (key ~ '^(project|item)\.[a-z]+\.[a-z0-9_]+$'),
  owner_id uuid not null references users,
  -- The key's definition, in the form of a file in server/seed/fact-keys.
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  primary key (project_id, key)
);
call protect('fact_keys', 'select, insert');

-- 2. Turns -----------------------------------------------------------------------------------------------------------

-- The text of one turn, in five sections. `sections` holds their positions, recorded while the text was composed and
-- never derived from it.
create table turn_bundles (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references ledgers on delete cascade,
  session_id uuid,
  -- The client's idempotency key for the turn. A turn that is sent twice is stored once.
  turn_key text not null check (turn_key <> '' and length(turn_key) <= 200),
  -- Hash of the given texts, without the bundle's id and time. It distinguishes a repeated turn from another turn with
  -- the same key.
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  source_type text not null check (source_type in ('structuredQuestions', 'chat', 'generation', 'mixed')),
  source_ids text[] not null default '{}',
  work_stage text not null check (work_stage in ('ideation', 'planning', 'solutioning')),
  scope text not null check (scope in ('project', 'item', 'multiItem')),
  item_ids uuid[] not null default '{}',
  -- Those of item_ids whose name in the turn is also the name of another item. A person decides which item was meant.
  uncertain_items uuid[] not null default '{}' check (uncertain_items <@ item_ids),
  text text not null check (octet_length(text) <= 2000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sections jsonb not null check (jsonb_typeof(sections) = 'array' and jsonb_array_length(sections) = 5),
  -- Relative dates in the turn are relative to this time.
  taken_at timestamptz not null check (isfinite(taken_at)),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (project_id, turn_key),
  unique (id, project_id),
  foreign key (session_id, project_id) references sessions (id, project_id) on delete cascade
);
create index turn_bundles_by_project on turn_bundles (project_id, created_at, id);
call protect('turn_bundles', 'select, insert');

-- An answer to a question that asks for a key. IDK and IRRELEVANT have no value. The newest answer determines the state
-- of the question.
create table key_answers (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references ledgers on delete cascade,
  bundle_id uuid not null references turn_bundles on delete cascade,
  key text not null,
  item_id uuid,
  quick text check (quick in ('YES', 'NO', 'IDK', 'IRRELEVANT')),
  text text not null,
  answered_at timestamptz not null default clock_timestamp() check (isfinite(answered_at)),
  check (quick is not null or btrim(text) <> '')
);
create index key_answers_by_key on key_answers (project_id, key, answered_at);
call protect('key_answers', 'select, insert');

-- 3. Parse runs ------------------------------------------------------------------------------------------------------

-- One reading of a bundle: by a model (its job sets the status), by a program that posts operations, or, with the source
-- 'bound', from answers to questions about a key.
create table parse_runs (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null,
  bundle_id uuid not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  -- True if a person requested another reading although a run has succeeded.
  forced boolean not null default false,
  source text not null check (source in ('model', 'posted', 'bound')),
  model text,
  job_id uuid references jobs,
  -- The extractor's answer, verbatim; null until there is one.
  raw text,
  -- {operations, accepted, proposed, conflicts, corroborated, superseded, refused, unmapped, needsReview}
  stats jsonb check (jsonb_typeof(stats) = 'object'),
  error jsonb check (jsonb_typeof(error) = 'object'),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  started_at timestamptz check (isfinite(started_at)),
  finished_at timestamptz check (isfinite(finished_at)),
  check ((source = 'model') = (model is not null)),
  unique (id, project_id),
  foreign key (bundle_id, project_id) references turn_bundles (id, project_id) on delete cascade
);
-- Unless a reading is forced, only one run per bundle succeeds. A 'bound' run does not count, because a model may still
-- read the rest of the bundle.
create unique index parse_runs_one_success on parse_runs (bundle_id)
  where status = 'succeeded' and not forced and source <> 'bound';
create index parse_runs_by_bundle on parse_runs (bundle_id, created_at);
create unique index parse_runs_by_job on parse_runs (job_id) where job_id is not null;
call protect('parse_runs', 'select, insert, update');

create function parse_event() returns trigger language plpgsql as $$
begin
  perform emit_event('parse.' || new.status, new.owner_id, new.project_id, null,
    jsonb_build_object('runId', new.id, 'bundleId', new.bundle_id));
  return null;
end $$;
create trigger tell after insert on parse_runs for each row execute function parse_event();
create trigger tell_change after update on parse_runs
  for each row when (old.status is distinct from new.status) execute function parse_event();

-- One notification for each run that failed permanently. A run that a person cancelled creates no notification.
create function notify_parse_failure() returns trigger language plpgsql as $$
begin
  perform add_notification('parse.failed', format('parse.failed:%s', new.id),
    jsonb_build_object('runId', new.id, 'bundleId', new.bundle_id, 'code', new.error ->> 'code', 'message', new.error ->> 'message'),
    new.owner_id, new.project_id, null, null, new.job_id);
  return null;
end $$;
create trigger notify after update of status on parse_runs
  for each row when (new.status = 'failed' and old.status <> 'failed' and new.error ->> 'code' is not null)
  execute function notify_parse_failure();

-- Copies the status of a job to its run in the same transaction, so that no run seems to be running after its job
-- failed permanently or was cancelled.
create function parse_follows_job() returns trigger language plpgsql as $$
declare
  run_status text := case
    when new.status = 'completed' then 'succeeded'
    when new.status in ('failed', 'cancelled', 'superseded') then 'failed'
    when new.status = 'processing' then 'running'
    else 'queued' end;
begin
  update parse_runs
  set status = run_status,
    started_at = case when run_status = 'running' then clock_timestamp() else started_at end,
    finished_at = case when run_status in ('succeeded', 'failed') then clock_timestamp() end,
    error = case when run_status = 'failed' then coalesce(new.error, '{}') end
  where job_id = new.id and status <> run_status;
  return null;
end $$;
create trigger parse_follows_job after update of status on jobs
  for each row when (new.kind = 'parse' and old.status is distinct from new.status)
  execute function parse_follows_job();

-- 4. Facts -----------------------------------------------------------------------------------------------------------

create table facts (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references ledgers on delete cascade,
  number int not null check (number > 0),
  scope text not null check (scope in ('project', 'item')),
  item_id uuid,
  key text not null check (key ~ '^(project|item)\.[a-z]+\.[a-z0-9_]+$'),
  is_list boolean not null,
  value_type text not null
    check (value_type in ('boolean', 'enum', 'number', 'dimension', 'currency', 'date', 'string', 'note', 'range')),
  value jsonb not null,
  -- Equal values have equal canonical texts, whatever their unit or spelling.
  canonical text not null check (canonical <> ''),
  -- The fact in words, as prompts and blocks state it: "Width: 6 m".
  statement text not null check (statement <> ''),
  status text not null check (status in ('proposed', 'accepted', 'rejected', 'conflict', 'superseded')),
  source_kind text not null check (source_kind in ('user', 'agent', 'system', 'manual')),
  confidence real not null check (confidence between 0 and 1),
  needs_review boolean not null,
  review_reason text,
  bundle_id uuid,
  parse_run_id uuid,
  quote text,
  quote_start int,
  quote_end int,
  section text check (section in ('USER_ANSWERS', 'FREE_CHAT', 'AGENT_OUTPUT')),
  -- conflicts_with: the accepted fact that this fact contradicts. supersedes: the fact that this one replaced when it
  -- was accepted.
  conflicts_with uuid,
  supersedes uuid,
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (project_id, number),
  unique (id, project_id),
  check ((scope = 'item') = (item_id is not null)),
  check (key like scope || '.%'),
  check (needs_review = (review_reason is not null)),
  -- A value that a person sets by hand has an author and no quote; every other value has a quote.
  check (
    source_kind = 'manual' and bundle_id is null and quote is null and quote_start is null and quote_end is null and section is null
    or source_kind <> 'manual' and bundle_id is not null and quote <> '' and length(quote) <= 250
      and quote_start >= 0 and quote_end > quote_start and section is not null),
  check (source_kind = 'manual' or (source_kind = 'agent') = (section = 'AGENT_OUTPUT')),
  foreign key (bundle_id, project_id) references turn_bundles (id, project_id) on delete cascade,
  foreign key (parse_run_id, project_id) references parse_runs (id, project_id) on delete cascade,
  -- Deferred for imports, which insert older facts first: an older fact may have replaced a newer one, by an undo or
  -- because a person accepted it again.
  foreign key (supersedes, project_id) references facts (id, project_id) deferrable initially deferred,
  foreign key (conflicts_with, project_id) references facts (id, project_id) deferrable initially deferred
);
create unique index facts_one_accepted on facts (project_id, key, coalesce(item_id, '00000000-0000-0000-0000-000000000000'))
  where status = 'accepted' and not is_list;
-- A list contains each value once. The value is hashed because it may be longer than an index entry.
create unique index facts_accepted_once on facts
  (project_id, key, coalesce(item_id, '00000000-0000-0000-0000-000000000000'), md5(canonical))
  where status = 'accepted' and is_list;
-- Uses plain columns, because under row-level security an expression such as coalesce(item_id, …) cannot use an index.
create index facts_by_key on facts (project_id, key, item_id, status);
-- A list may have thousands of values; a turn reads only the values that it states.
create index facts_by_value on facts (project_id, key, item_id, md5(canonical)) where is_list;
-- For reading the review queue and the accepted facts without reading the history.
create index facts_by_status on facts (project_id, status, number);
call protect('facts', 'select, insert');

-- Adds a filler after each character beyond U+FFFF, so that positions in the text equal UTF-16 offsets. The
-- filler is U+10FFFF, which Unicode assigns to no character.
create function utf16_text(given text) returns text language sql immutable as $$
  select regexp_replace(given, '([\U00010000-\U0010FFFF])', '\1' || chr(1114111), 'g');
$$;

-- Checks that a quote is exactly the slice of its turn between its offsets.
create function check_quote() returns trigger language plpgsql as $$
begin
  if not exists (
    select from turn_bundles
    where id = new.bundle_id
      and substr(utf16_text(text), new.quote_start + 1, new.quote_end - new.quote_start) = utf16_text(new.quote)
  ) then
    raise exception 'The quote of fact F% is not in its bundle.', new.number using errcode = 'DL006';
  end if;
  return new;
end $$;
create trigger check_quote before insert on facts
  for each row when (new.bundle_id is not null) execute function check_quote();

-- The history of facts: who, when, why. Inserting an event changes the status of its fact.
create table fact_events (
  project_id uuid not null references ledgers on delete cascade,
  seq bigint not null check (seq > 0),
  owner_id uuid not null references users,
  fact_id uuid not null,
  -- The number of the first event of the same action. An action is one decision of a person, or all changes from one turn;
  -- its events are undone together.
  action bigint not null check (action between 1 and seq),
  act text not null check (act in
    ('record', 'accept', 'reject', 'supersede', 'corroborate', 'edit', 'choose', 'promote', 'undo')),
  by text not null check (by in ('user', 'policy')),
  from_status text check (from_status in ('proposed', 'accepted', 'rejected', 'conflict', 'superseded')),
  to_status text not null check (to_status in ('proposed', 'accepted', 'rejected', 'conflict', 'superseded')),
  reason text not null,
  -- For a corroboration: where the same value was stated again.
  evidence jsonb check (jsonb_typeof(evidence) = 'object'),
  -- For an acceptance: the fact that was replaced.
  supersedes uuid,
  -- For an undo: the action that it undoes.
  undoes bigint,
  at timestamptz not null default clock_timestamp() check (isfinite(at)),
  primary key (project_id, seq),
  check ((act = 'undo') = (undoes is not null)),
  foreign key (fact_id, project_id) references facts (id, project_id) on delete cascade
);
create index fact_events_by_fact on fact_events (fact_id, seq);
create index fact_events_by_action on fact_events (project_id, action);
create index fact_events_undone on fact_events (project_id, undoes) where undoes is not null;
call protect('fact_events', 'select, insert');

-- Applies a new event: changes the fact's status, if the fact still has the status that the event expects, and updates
-- known_facts. An imported fact already has its status.
create function apply_fact_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fact facts;
  subject text;
begin
  if is_importing() then
    return null;
  end if;
  select * into fact from facts where id = new.fact_id and project_id = new.project_id and owner_id = new.owner_id for update;
  if not found or fact.status is distinct from coalesce(new.from_status, new.to_status) then
    raise exception 'Fact % has changed since it was read. Read it again.', new.fact_id using errcode = 'DL004';
  end if;
  select name into subject from fact_subjects where item_id = fact.item_id;
  if new.from_status is distinct from new.to_status then
    update facts
    set status = new.to_status,
      supersedes = case when new.to_status = 'accepted' then coalesce(new.supersedes, facts.supersedes) else facts.supersedes end
    where id = fact.id;
    if new.to_status = 'accepted' then
      insert into known_facts (project_id, owner_id, number, block, about, statement, said_by_user, accepted_at)
      values (fact.project_id, fact.owner_id, fact.number, split_part(fact.key, '.', 1) || '.' || split_part(fact.key, '.', 2),
        subject, fact.statement, fact.source_kind <> 'agent', new.at);
    elsif new.from_status = 'accepted' then
      update known_facts set ended_at = greatest(new.at, accepted_at)
      where project_id = fact.project_id and number = fact.number and ended_at is null;
    end if;
  end if;
  if new.to_status = 'conflict' and new.from_status is null then
    perform add_notification('fact.disputed', format('fact.disputed:%s', fact.id),
      jsonb_build_object('factId', fact.id, 'number', fact.number, 'key', fact.key,
        'statement', coalesce(subject || ': ', '') || fact.statement),
      new.owner_id, new.project_id, null, null, null);
  end if;
  perform emit_event(
    'fact.' || case
      when new.act = 'corroborate' then 'corroborated'
      when new.to_status = 'conflict' then 'disputed'
      else new.to_status end,
    new.owner_id, new.project_id, null,
    jsonb_build_object('factId', fact.id, 'number', fact.number, 'key', fact.key, 'act', new.act));
  return null;
end $$;
create trigger apply after insert on fact_events for each row execute function apply_fact_event();

-- After a rename, prompts use the new name of the item, also for older facts.
create function rename_known_facts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update known_facts k
  set about = new.name
  from facts f
  where f.item_id = new.item_id and f.project_id = new.project_id and k.project_id = f.project_id and k.number = f.number;
  return null;
end $$;
create trigger rename_known_facts after update of name on fact_subjects
  for each row when (old.name <> new.name) execute function rename_known_facts();

-- 5. Unmapped statements and refused operations ----------------------------------------------------------------------

-- Refused operations with the reason, and verified statements without a key. No block and no prompt contains them.
create table fact_notes (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null,
  bundle_id uuid not null,
  parse_run_id uuid not null,
  kind text not null check (kind in ('refused', 'unmapped')),
  reason text not null check (reason <> ''),
  -- The operation as the extractor stated it.
  operation jsonb not null,
  -- For an unmapped statement: the exact quote and its position.
  evidence jsonb check (jsonb_typeof(evidence) = 'object'),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (id, project_id),
  check ((kind = 'unmapped') = (evidence is not null)),
  foreign key (bundle_id, project_id) references turn_bundles (id, project_id) on delete cascade,
  foreign key (parse_run_id, project_id) references parse_runs (id, project_id) on delete cascade
);
create index fact_notes_by_project on fact_notes (project_id, created_at, id);
create index fact_notes_by_run on fact_notes (parse_run_id);
call protect('fact_notes', 'select, insert');

-- 6. Notes, questions, suggestions and decisions ---------------------------------------------------------------------

-- Records of a block besides facts. People add notes, questions and decisions; a model that enriches blocks adds notes,
-- questions and suggestions. Records and fact events share one sequence of numbers, so that a block has one revision.
create table ledger_records (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references ledgers on delete cascade,
  seq bigint not null check (seq > 0),
  kind text not null check (kind in ('note', 'question', 'suggestion', 'decision')),
  -- For example, 'project.budget'. For a block of the project, item_id is null.
  block text not null check (block ~ '^(project|item)\.[a-z_]+$'),
  item_id uuid,
  -- For a question: the key that its answer fills. For a suggestion: the list that it is added to when a person accepts
  -- it.
  key text check (key ~ '^(project|item)\.[a-z]+\.[a-z0-9_]+$'),
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  severity text check (severity in ('hard', 'soft')),
  by text not null check (by in ('user', 'model')),
  model text,
  added_at timestamptz not null default clock_timestamp() check (isfinite(added_at)),
  unique (project_id, seq),
  unique (id, project_id),
  check ((by = 'model') = (model is not null)),
  check (by = 'user' or kind in ('note', 'question', 'suggestion')),
  check ((item_id is not null) = (block like 'item.%'))
);
call protect('ledger_records', 'select, insert');

-- What people did with records: resolved, reopened or removed them. Records themselves are never updated.
create table ledger_record_events (
  project_id uuid not null,
  seq bigint not null check (seq > 0),
  owner_id uuid not null references users,
  record_id uuid not null,
  act text not null check (act in ('resolve', 'reopen', 'remove')),
  reason text not null,
  at timestamptz not null default clock_timestamp() check (isfinite(at)),
  primary key (project_id, seq),
  foreign key (record_id, project_id) references ledger_records (id, project_id) on delete cascade
);
create index ledger_record_events_by_record on ledger_record_events (record_id, seq);
call protect('ledger_record_events', 'select, insert');

-- 7. No updates and deletions ----------------------------------------------------------------------------------------

create trigger immutable before update or truncate on turn_bundles for each statement execute function refuse_change();
create trigger immutable before update or truncate on key_answers for each statement execute function refuse_change();
create trigger immutable before update or truncate on fact_events for each statement execute function refuse_change();
create trigger immutable before update or truncate on fact_notes for each statement execute function refuse_change();
create trigger immutable before update or truncate on ledger_records for each statement execute function refuse_change();
create trigger immutable before update or truncate on ledger_record_events for each statement execute function refuse_change();
create trigger undeletable before delete on turn_bundles for each row execute function refuse_delete();
create trigger undeletable before delete on key_answers for each row execute function refuse_delete();
create trigger undeletable before delete on parse_runs for each row execute function refuse_delete();
create trigger undeletable before delete on facts for each row execute function refuse_delete();
create trigger undeletable before delete on fact_events for each row execute function refuse_delete();
create trigger undeletable before delete on fact_notes for each row execute function refuse_delete();
create trigger undeletable before delete on ledger_records for each row execute function refuse_delete();
create trigger undeletable before delete on ledger_record_events for each row execute function refuse_delete();

-- When a project is deleted, its ledger is deleted first, because parse runs refer to jobs.
create function delete_ledger() returns trigger language plpgsql as $$
begin
  delete from ledgers where project_id = new.project_id;
  return null;
end $$;
create trigger delete_ledger after insert on project_deletions for each row execute function delete_ledger();

-- Only the status of a fact and the fact that it supersedes can change, and only through an event.
create function keep_fact() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{status,supersedes}'::text[]) is distinct from (to_jsonb(old) - '{status,supersedes}'::text[]) then
    raise exception 'The content of fact F% is never changed.', old.number using errcode = 'DL004';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'Only a fact event can change the status of fact F%.', old.number using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger keep before update on facts for each row execute function keep_fact();

create function keep_parse_run() returns trigger language plpgsql as $$
begin
  if old.status = 'succeeded' and new.raw is distinct from old.raw then
    raise exception 'The stored answer of the extractor in run % cannot be changed.', old.id using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger keep before update on parse_runs for each row execute function keep_parse_run();

-- 8. Collecting turns ------------------------------------------------------------------------------------------------

-- In a project with an extractor, the transaction that saves a person's text in a session or a conversation also
-- creates a job that makes a bundle of the text. The same holds for documents if the extractor also reads documents. Without
-- an extractor no job is created: choosing an extractor later collects the earlier texts.
create function collect_turn() returns trigger language plpgsql as $$
declare
  source text := tg_argv[0];
  saved jsonb := to_jsonb(new);
  project uuid := coalesce(
    (saved ->> 'project_id')::uuid,
    (select project_id from sessions where id = (saved ->> 'session_id')::uuid),
    (select project_id from conversations where id = (saved ->> 'conversation_id')::uuid));
begin
  if is_importing() or project is null then
    return null;
  end if;
  if source = 'document' and not exists (select from ledgers where project_id = project and documents) then
    return null;
  end if;
  if extractor_of(project) is not null then
    perform insert_job(jsonb_build_object(
      'kind', 'collect', 'project_id', project, 'label', 'Collect a text for the extractor',
      'payload', jsonb_build_object('source', source, 'id', new.id), 'idempotency_key', 'collect:' || source || ':' || new.id));
  end if;
  return null;
end $$;
create trigger collect_turn after insert on question_answers for each row execute function collect_turn('answer');
create trigger collect_turn after insert on feedback for each row execute function collect_turn('feedback');
create trigger collect_turn after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function collect_turn('document');
-- A copy in a fork is left out, because it states nothing new.
create trigger collect_turn after update of status on exchanges
  for each row when (new.status = 'completed' and old.status = 'in_progress' and new.copy_of is null)
  execute function collect_turn('exchange');
