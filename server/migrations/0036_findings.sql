-- Findings: what is wrong with a document although its model answered. docs/decisions/0039-findings.md

alter table sessions add column accept_findings boolean not null default false;

-- The rows of a document are replaced whenever its text changes. They hold codes and data, never sentences.
create table document_findings (
  id uuid primary key,
  owner_id uuid not null references users (id),
  project_id uuid not null references projects (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  -- the first chunk of the document
  contribution_id uuid not null references contributions (id) on delete cascade,
  code text not null check (code in ('artifact_missing', 'artifact_incomplete', 'verdicts_missing', 'plan_faults',
    'refused', 'filtered', 'cut_off', 'context_full', 'empty', 'unknown_finish')),
  -- the key of the artifact it is about; null: the document as a whole
  artifact text,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  unique nulls not distinct (contribution_id, code, artifact),
  check (accepted_at is null or accepted_by is not null)
);
create index document_findings_by_session on document_findings (session_id);
call protect('document_findings');

-- Open findings of documents that no newer one has replaced, with the stage and iteration they belong to.
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
  -- A project that is deleted takes its findings along, after their documents.
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
alter table document_findings enable always trigger tell;
