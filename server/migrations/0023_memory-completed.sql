-- Memory, completed: which sources are embedded is known without counting, and a question costs less.

-- The model by which every chunk of the source has its embedding; null after chunks were added. What is due is found by
-- looking at sources alone, however many chunks there are.
alter table memory_sources add column embedded_as text;
update memory_sources s set embedded_as = m.model
from memory_models m
where m.owner_id = s.owner_id and s.chunks = (
  select count(*) from memory_vectors v where v.source_id = s.id and v.model = m.model);

create function bare_again() returns trigger language plpgsql as $$
begin
  new.embedded_as := null;
  return new;
end $$;
-- Chunks are added together with their number and their length; taking some out leaves the others embedded.
create trigger bare_again before update of chunks on memory_sources
  for each row when (new.chunks > old.chunks) execute function bare_again();

-- Those who have sources that are not embedded by this model (null: none is wanted) or whose words were reduced by other
-- rules than today's. Workers ask for everybody's; nothing but who they are is told.
create function owners_with_memory_due(model text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct s.owner_id
  from memory_sources s left join memory_languages l on l.project_id = s.project_id
  where s.chunks > 0 and s.embedded_as is distinct from coalesce(model, s.embedded_as)
    or s.lexed_as <> coalesce(l.language, 'english') || '/' || current_setting('server_version_num')::int / 10000
$$;
revoke execute on function owners_with_memory_due(text) from public;
grant execute on function owners_with_memory_due(text) to dialectic_app;

-- As before; but however many texts rest for want of money to embed them, a person is told once.
create or replace function payment_pause_notice(job jobs) returns void language plpgsql as $$
declare
  what constant text := coalesce(job.label, job.kind);
  wanted payment_waits;
  wallet accounts;
  limits record;
  narrowest budgets;
  latest_top_up bigint;
  notice_kind text := 'paused';
  cause text;
  sentence text;
begin
  select * into wallet from accounts where owner_id = job.owner_id and kind = 'wallet';
  select * into wanted from payment_waits where owner_id = job.owner_id and job_id = job.id and reason = job.pause_reason;
  limits := room_for(wallet, job.session_id, wanted.exchange_id);
  narrowest := limits.budget;
  if job.pause_reason = 'approval' then
    cause := format('paused:approval:%s:%s', job.chain_id, wanted.amount);
    sentence := format('%s waits for your approval%s. Type "dialectic jobs approve %s" to allow it.',
      what,
      format(' to spend %s', in_dollars(wanted.amount))
        || coalesce(format(', %s %% of the %s you have',
          greatest(round(wanted.amount * 100.0 / nullif(wallet.balance, 0)), 1), in_dollars(nullif(wallet.balance, 0))), ''),
      job.id);
  elsif limits.room >= wanted.amount then
    return; -- the money came meanwhile: it goes on by itself
  elsif narrowest.subject_id is not null then
    notice_kind := 'budget.reached';
    cause := format('budget.reached:%s:%s', narrowest.subject_id, narrowest.cap);
    sentence := format('The budget of %s is reached: %s needs %s and %s of it is left. %s',
      in_dollars(narrowest.cap), what, coalesce(in_dollars(wanted.amount), 'more'), in_dollars(limits.room),
      case narrowest.kind
        when 'session' then format('Type "dialectic wallet budget %s %s" to raise it.', narrowest.subject_id,
          covering_dollars(narrowest.cap + coalesce(wanted.amount, 1) - limits.room))
        else 'Raise it to go on.' end);
  else
    -- It is short of the same thing until somebody adds money: told once, though it may rest more than once.
    select max(id) into latest_top_up from ledger_transactions where owner_id = job.owner_id and kind = 'top-up' and lines > 0;
    cause := format('paused:funds:%s:%s:%s',
      case when job.kind = 'index' then job.kind else coalesce(job.session_id, job.id)::text end, job.stage, latest_top_up);
    sentence := format('%s is paused: it needs %s and %s is free. Type "dialectic wallet top-up %s" to go on.',
      what, coalesce(in_dollars(wanted.amount), 'money'), in_dollars(limits.room),
      covering_dollars(coalesce(wanted.amount, 1) - limits.room));
  end if;
  perform add_notice(notice_kind, cause, sentence, place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

-- Texts of projects that memory has not read yet: a document that was written or edited, or (without one) the brief. A
-- mark costs a run next to nothing; whoever searches first, or a server with time to spare, reads the texts.
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

create function mark_document_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.id);
  return null;
end $$;
create trigger mark_document_due after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function mark_document_due();

create function mark_edit_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.document_id);
  return null;
end $$;
create trigger mark_edit_due after insert on document_versions
  for each row when (new.earlier_path is not null) execute function mark_edit_due(); -- parts have no such path
alter table projects enable always trigger mark_brief_due;
alter table documents enable always trigger mark_document_due;
alter table document_versions enable always trigger mark_edit_due;

insert into memory_due (owner_id, project_id) select owner_id, id from projects;
insert into memory_due (owner_id, project_id, document_id)
select owner_id, project_id, id from documents where kind = 'whole' and not intermediate;

-- Those who have such texts, for servers with time to spare; nothing but who they are is told.
create function owners_with_texts_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct owner_id from memory_due
$$;
revoke execute on function owners_with_texts_due() from public;
grant execute on function owners_with_texts_due() to dialectic_app;
