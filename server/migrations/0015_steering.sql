-- What people do between stages: feedback, edits, documents written anew, and the seed prompt of the stage to come.
--
-- Whatever changes what a stage will read is written under the session's lock and stamped by the clock then (not with
-- the time its transaction began): what stands at or before a stage's start is what all its prompts are made of,
-- whenever they are made.

alter table stage_runs alter started_at set default clock_timestamp();

-- 1. Edits ---------------------------------------------------------------------------------------------------------

-- Version 1 is what the model wrote and stands in documents. A part (artifact) has a version whenever an edit of its
-- whole document changed it.
create table document_versions (
  document_id uuid not null references documents on delete cascade,
  version int not null check (version > 1),
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  author_id uuid not null references users,
  markdown text not null,
  file text not null,
  sha256 text not null,
  -- Where the version before this one stands from now on; parts have no such place.
  earlier_path text,
  -- The edit took this part out of its document.
  gone boolean not null default false,
  edited_at timestamptz not null default clock_timestamp(),
  primary key (document_id, version),
  unique (project_id, earlier_path)
);
call protect('document_versions', 'select, insert');

-- Documents as they read now. Parts that an edit took out are not among them.
create view current_documents with (security_invoker = true) as
select d.id, d.owner_id, d.project_id, d.session_id, d.iteration, d.stage, d.contribution_id, d.kind, d.artifact, d.title,
  d.model, d.intermediate, d.chunks, d.path, d.created_at,
  coalesce(v.version, 1) as version,
  coalesce(v.markdown, d.markdown) as markdown,
  coalesce(v.file, d.file) as file,
  coalesce(v.sha256, d.sha256) as sha256
from documents d
left join lateral (
  select * from document_versions where document_id = d.id order by version desc limit 1
) v on true
where not coalesce(v.gone, false);
grant select on current_documents to dialectic_app;

-- Which version of its source a contribution was made of.
alter table contribution_sources add source_version int not null default 1 check (source_version > 0);

-- 2. Feedback ------------------------------------------------------------------------------------------------------

create table feedback (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  -- The document it speaks of, by its first chunk; null: the stage as a whole.
  contribution_id uuid references contributions on delete cascade,
  version int not null check (version > 0),
  -- Empty: taken back.
  text text not null,
  given_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (session_id, iteration, stage, contribution_id, version)
);
call protect('feedback', 'select, insert');

-- 3. Seed prompts of stages that have not begun; when one begins, its run keeps the text it began with --------------

create table seed_prompts (
  session_id uuid not null references sessions on delete cascade,
  iteration int not null,
  stage text not null,
  version int not null check (version > 0),
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  text text not null,
  built_at timestamptz not null default clock_timestamp(),
  primary key (session_id, iteration, stage, version)
);
call protect('seed_prompts', 'select, insert');

-- 4. What was written stays written, and every change is an event ---------------------------------------------------

create function steering_event() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'document_versions' then
      perform emit_event('document.edited', new.owner_id, new.project_id, new.session_id,
        jsonb_build_object('documentId', new.document_id, 'version', new.version));
    when 'feedback' then
      perform emit_event('feedback.given', new.owner_id, new.project_id, new.session_id,
        jsonb_strip_nulls(jsonb_build_object('feedbackId', new.id, 'stage', new.stage, 'iteration', new.iteration,
          'contributionId', new.contribution_id, 'version', new.version)));
    else
      perform emit_event('seed.built', new.owner_id, new.project_id, new.session_id,
        jsonb_build_object('stage', new.stage, 'iteration', new.iteration, 'version', new.version));
  end case;
  return null;
end $$;

do $$
declare
  target text;
begin
  foreach target in array array['document_versions', 'feedback', 'seed_prompts'] loop
    execute format('create trigger tell after insert on %I for each row execute function steering_event()', target);
    execute format('create trigger immutable before update or truncate on %I
      for each statement execute function refuse_change()', target);
    execute format('create trigger undeletable before delete on %I for each row execute function refuse_delete()', target);
    execute format('alter table %I enable always trigger tell', target);
    execute format('alter table %I enable always trigger immutable', target);
    execute format('alter table %I enable always trigger undeletable', target);
  end loop;
end $$;
