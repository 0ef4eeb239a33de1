-- Texts that models wrote, the documents assembled from them, and what people did to them: edits, feedback, findings.

-- 1. Contributions ---------------------------------------------------------------------------------------------------

-- The text of one model call: one chunk, which never changes. The tree on disk is made from these rows.
create table contributions (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  job_id uuid not null references jobs,
  step_key text not null,
  -- The key of the work order for which this contribution was written. Work keys are unique within a stage.
  work_key text not null,
  model text not null,
  output_type text not null,
  intermediate boolean not null,
  template_version int not null,
  -- The first chunk of the document; the row's own id if it is the first.
  root_id uuid not null,
  -- The position in the chain.
  chunk int not null check (chunk >= 0),
  -- The proposal that this text descends from; null if it descends from several.
  lineage_id uuid,
  -- A number that distinguishes contributions of one model and stage that would otherwise have the same name.
  n int not null check (n > 0),
  -- The number of this proposal among the proposals of its model. Null if each model writes only one, and for all other texts.
  proposal int check (proposal between 1 and 4),
  -- The number of the document in the session: D4 in prompts and references. Null in rows from old exports.
  number int check (number > 0),
  -- The keys of the artifacts that this request asks for again, because earlier answers left them out or got them wrong.
  asked_for text[] not null default '{}',
  text text not null,
  -- The messages that were sent, as text.
  prompt text not null,
  -- The provider's raw answer.
  raw text not null,
  finish_reason text not null,
  input_tokens int not null,
  output_tokens int not null,
  tokens_estimated boolean not null,
  path text not null,
  raw_path text not null,
  prompt_path text not null,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  -- A chunk is written only once, even if its job runs several times.
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
  -- The version of the source that the contribution was written from.
  source_version int not null default 1 check (source_version > 0),
  owner_id uuid not null references users,
  position int not null,
  primary key (contribution_id, source_id),
  check (contribution_id <> source_id)
);
create index contribution_sources_by_source on contribution_sources (source_id);
call protect('contribution_sources', 'select, insert');

-- The original sources of a combined text, each with the version that was read. A source that is itself a combined text is
-- replaced by its own sources. Empty for a text that is not combined. No step of a recipe can have the type 'combined-text'.
create function combined_origins(combined uuid) returns table (source_id uuid, source_version int)
  language sql stable as $$
  with recursive made_of as (
    select c.id, null::int as version, c.output_type from contributions c where c.id = combined and c.output_type = 'combined-text'
    union
    select c.id, s.source_version, c.output_type
    from made_of
    join contribution_sources s on s.contribution_id = made_of.id and made_of.output_type = 'combined-text'
    join contributions c on c.id = s.source_id
  )
  select id, version from made_of where output_type <> 'combined-text';
$$;

-- 2. Documents -------------------------------------------------------------------------------------------------------

-- Words are counted when a text is written, because lists show the word count of every document and version, and counting the
-- words of a text of two million characters takes a fifth of a second. A regular expression would take twice as long.
create function count_words(markdown text) returns int language sql immutable parallel safe as $$
  select cardinality(array_remove(string_to_array(translate(markdown, e'\n\r\t', '   '), ' '), ''));
$$;

-- A document as a reader sees it: a whole document, assembled from its chunks, or one of its artifacts (created by a render job).
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
  words int not null generated always as (count_words(markdown)) stored,
  -- The file on disk: front matter and markdown.
  file text not null,
  sha256 text not null,
  path text not null,
  created_at timestamptz not null default now() check (isfinite(created_at)),
  unique nulls not distinct (contribution_id, artifact),
  unique (project_id, path)
);
create index documents_by_session on documents (session_id, created_at, id);
call protect('documents', 'select, insert');

create function document_event() returns trigger language plpgsql as $$
begin
  perform emit_event('document.created', new.owner_id, new.project_id, new.session_id,
    jsonb_build_object('documentId', new.id, 'stage', new.stage, 'model', new.model, 'kind', new.kind,
      'title', new.title, 'intermediate', new.intermediate, 'path', new.path));
  return null;
end $$;
create trigger tell after insert on documents for each row execute function document_event();

create function notify_document() returns trigger language plpgsql as $$
begin
  perform add_notification('document.finished', format('document.finished:%s', new.id),
    jsonb_build_object('documentId', new.id, 'title', new.title, 'model', new.model),
    new.owner_id, new.project_id, new.session_id, new.stage, null);
  return null;
end $$;
create trigger notify_person after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function notify_document();

-- 3. Edits -----------------------------------------------------------------------------------------------------------

-- The versions after the first; version 1, the model's text, is in `documents`. A part (artifact) gets a new version only if
-- an edit of its whole document changes it.
create table document_versions (
  document_id uuid not null references documents on delete cascade,
  version int not null check (version > 1),
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  author_id uuid not null references users,
  markdown text not null,
  words int not null generated always as (count_words(markdown)) stored,
  file text not null,
  sha256 text not null,
  -- The path to which the file of the previous version is moved; null for artifacts.
  earlier_path text,
  -- True if the edit removed this part from its document.
  gone boolean not null default false,
  edited_at timestamptz not null default clock_timestamp() check (isfinite(edited_at)),
  primary key (document_id, version),
  unique (project_id, earlier_path)
);
call protect('document_versions', 'select, insert');

-- Documents in their newest version, without parts that an edit removed.
create view current_documents with (security_invoker = true) as
select d.id, d.owner_id, d.project_id, d.session_id, d.iteration, d.stage, d.contribution_id, d.kind, d.artifact, d.title,
  d.model, d.intermediate, d.chunks, d.path, d.created_at,
  coalesce(v.version, 1) as version,
  coalesce(v.markdown, d.markdown) as markdown,
  coalesce(v.words, d.words) as words,
  coalesce(v.file, d.file) as file,
  coalesce(v.sha256, d.sha256) as sha256
from documents d
left join lateral (
  select * from document_versions where document_id = d.id order by version desc limit 1
) v on true
where not coalesce(v.gone, false);
grant select on current_documents to dialectic_app;

-- 4. Feedback --------------------------------------------------------------------------------------------------------

create table feedback (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  -- The first chunk of the document that the feedback is on; null if it is on the whole stage.
  contribution_id uuid references contributions on delete cascade,
  version int not null check (version > 0),
  -- Empty if the feedback was withdrawn.
  text text not null,
  given_at timestamptz not null default clock_timestamp() check (isfinite(given_at)),
  unique nulls not distinct (session_id, iteration, stage, contribution_id, version)
);
call protect('feedback', 'select, insert');

-- 5. Texts are immutable ---------------------------------------------------------------------------------------------

-- No statement can change these rows or truncate the tables, not even one by the tables' owner, which is the only login
-- role of the embedded database. Rows are deleted only together with their whole project.
create trigger immutable before update or truncate on contributions
  for each statement execute function refuse_change();
create trigger immutable before update or truncate on contribution_sources
  for each statement execute function refuse_change();
create trigger immutable before update or truncate on documents
  for each statement execute function refuse_change();
create trigger immutable before update or truncate on document_versions
  for each statement execute function refuse_change();
create trigger immutable before update or truncate on feedback
  for each statement execute function refuse_change();
create trigger undeletable before delete on contributions for each row execute function refuse_delete();
create trigger undeletable before delete on documents for each row execute function refuse_delete();
create trigger undeletable before delete on document_versions for each row execute function refuse_delete();
create trigger undeletable before delete on feedback for each row execute function refuse_delete();

-- Like refuse_delete, but for contribution_sources, which has no project_id.
create function refuse_source_delete() returns trigger language plpgsql as $$
begin
  if exists (select from contributions where id = old.contribution_id and is_deleted_now(project_id)) then
    return old;
  end if;
  raise exception 'Rows of % are never deleted, unless with their whole project.', tg_table_name using errcode = 'DL004';
end $$;
create trigger undeletable before delete on contribution_sources
  for each row execute function refuse_source_delete();

-- Deleting a project deletes its texts, in an order that satisfies their foreign keys.
create function delete_texts() returns trigger language plpgsql as $$
begin
  delete from documents where project_id = new.project_id;
  delete from contribution_sources
  where contribution_id in (select id from contributions where project_id = new.project_id);
  delete from contributions where project_id = new.project_id;
  return null;
end $$;
create trigger delete_texts after insert on project_deletions for each row execute function delete_texts();

create function version_event() returns trigger language plpgsql as $$
begin
  perform emit_event('document.edited', new.owner_id, new.project_id, new.session_id,
    jsonb_build_object('documentId', new.document_id, 'version', new.version));
  return null;
end $$;
create trigger tell after insert on document_versions for each row execute function version_event();

create function feedback_event() returns trigger language plpgsql as $$
begin
  perform emit_event('feedback.given', new.owner_id, new.project_id, new.session_id,
    jsonb_strip_nulls(jsonb_build_object('feedbackId', new.id, 'stage', new.stage, 'iteration', new.iteration,
      'contributionId', new.contribution_id, 'version', new.version)));
  return null;
end $$;
create trigger tell after insert on feedback for each row execute function feedback_event();

-- 6. Findings --------------------------------------------------------------------------------------------------------

-- A finding is something wrong with a document although its model answered (docs/decisions/0039-findings.md). All findings
-- of a document are replaced whenever its text changes. They hold codes and data, never sentences.
create table document_findings (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- The first chunk of the document.
  contribution_id uuid not null references contributions on delete cascade,
  code text not null check (code in ('artifact_missing', 'artifact_incomplete', 'artifact_unreadable', 'verdicts_missing',
    'scores_incomplete', 'plan_faults', 'work_faults', 'entries_unread', 'table_malformed', 'refused', 'filtered', 'cut_off', 'context_full', 'prompt_truncated', 'empty', 'unknown_finish')),
  -- The key of the artifact that has the problem; null if it is the document as a whole.
  artifact text,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  accepted_at timestamptz check (isfinite(accepted_at)),
  accepted_by uuid references users,
  unique nulls not distinct (contribution_id, code, artifact),
  check (accepted_at is null or accepted_by is not null)
);
create index document_findings_by_session on document_findings (session_id);
create index document_findings_open on document_findings (owner_id, session_id)
  where accepted_at is null;
call protect('document_findings');

-- Open findings of documents that were not replaced, with their stage and iteration.
create view open_findings with (security_invoker = true) as
  select f.id, f.owner_id, f.project_id, f.session_id, c.iteration, c.stage, f.contribution_id, d.id as document_id,
    d.title, c.model, c.intermediate, f.code, f.artifact, f.details, f.created_at
  from document_findings f
  join contributions c on c.id = f.contribution_id
  join documents d on d.contribution_id = c.id and d.kind = 'whole'
  where f.accepted_at is null
    and not exists (
      select from contributions newer
      join documents written on written.contribution_id = newer.id and written.kind = 'whole'
      where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
        and newer.work_key = c.work_key and (newer.created_at, newer.id) > (c.created_at, c.id));
grant select on open_findings to dialectic_app;

create function finding_event() returns trigger language plpgsql as $$
declare
  finding document_findings := case tg_op when 'DELETE' then old else new end;
begin
  -- The contribution is gone: its project is being deleted, so its deleted findings are not reported.
  if tg_op = 'DELETE' and not exists (select from contributions where id = old.contribution_id) then
    return null;
  end if;
  perform emit_event(
    case when tg_op = 'DELETE' then 'finding.cleared'
      when finding.accepted_at is not null then 'finding.accepted' else 'finding.added' end,
    finding.owner_id, finding.project_id, finding.session_id,
    jsonb_build_object('findingId', finding.id, 'contributionId', finding.contribution_id, 'code', finding.code,
      'artifact', finding.artifact));
  return null;
end $$;
create trigger tell after insert or update or delete on document_findings
  for each row execute function finding_event();

-- 7. Texts for memory ------------------------------------------------------------------------------------------------

-- Texts of projects that memory has not indexed yet: new or edited documents, and briefs (document_id is null). Adding a row
-- costs a stage almost nothing; the texts are indexed by the first search or by an idle server.
create table memory_due (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  document_id uuid references documents on delete cascade
);
create index memory_due_by_project on memory_due (owner_id, project_id);
create index memory_due_by_document on memory_due (document_id);
call protect('memory_due', 'select, insert, delete');

create function mark_brief_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id) values (new.owner_id, new.id);
  return null;
end $$;
create trigger mark_brief_due after insert or update of brief on projects
  for each row execute function mark_brief_due();

-- Marks a new document unless it is being imported. Indexing costs money if a provider computes the embeddings, so imported
-- texts are not indexed until their owner asks for it.
create function mark_document_due() returns trigger language plpgsql as $$
begin
  if not is_importing() then
    insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.id);
  end if;
  return null;
end $$;
create trigger mark_document_due after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function mark_document_due();

create function mark_edit_due() returns trigger language plpgsql as $$
begin
  if not is_importing() then
    insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.document_id);
  end if;
  return null;
end $$;
-- Marks only edits of whole documents. A version of a part has no earlier path.
create trigger mark_edit_due after insert on document_versions
  for each row when (new.earlier_path is not null) execute function mark_edit_due();

-- The owners of texts that are not indexed yet, for idle servers. The function can see the rows of all users, but returns
-- only the users' ids.
create function owners_with_texts_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct owner_id from memory_due
$$;
revoke execute on function owners_with_texts_due from public;
grant execute on function owners_with_texts_due to dialectic_app;

-- 8. Receipts of shortened prompts -----------------------------------------------------------------------------------

alter table prompt_receipts add foreign key (contribution_id) references contributions on delete cascade;

-- 9. Known facts -----------------------------------------------------------------------------------------------------

-- The facts that prompts state about a project, each with the period in which it was accepted. The ledger writes them in the
-- transaction that accepts a fact or ends its acceptance. Prompts read what was accepted when their stage began, and a document
-- is stale when a fact in its prompt is no longer accepted (docs/decisions/0056-facts-in-prompts.md).
create table known_facts (
  project_id uuid not null references projects on delete cascade,
  -- The number in references: 3 in [F3].
  number int not null check (number > 0),
  accepted_at timestamptz not null check (isfinite(accepted_at)),
  ended_at timestamptz check (ended_at >= accepted_at),
  owner_id uuid not null references users,
  -- The knowledge block of the fact, such as "project.budget".
  block text not null check (block <> ''),
  -- The name of the item that the fact is about; null if it is about the project.
  about text check (about <> ''),
  statement text not null check (statement <> ''),
  -- True if a person stated the fact; false if a person accepted a model's proposal.
  said_by_user boolean not null,
  primary key (project_id, number, accepted_at)
);
create unique index known_facts_now on known_facts (project_id, number) where ended_at is null;
-- The app role inserts rows only for imports. All other rows are written by triggers of the ledger, whose functions have the
-- rights of the tables' owner.
call protect('known_facts', 'select, insert');
