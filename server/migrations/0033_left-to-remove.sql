-- A project's files are no rows: that its folder is still to be removed is noted in the transaction in which its rows go, so
-- that a process that dies in between leaves the note. Null: there is nothing (any more).
alter table project_deletions add column folder text;
grant update (folder) on project_deletions to dialectic_app;

create or replace function delete_project(p_project uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_folder text;
begin
  select slug into own_folder from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from jobs where project_id = p_project and not job_is_over(status)) then
    raise exception 'Work on project % is not over. Cancel it first.', p_project using errcode = 'DL004';
  end if;
  insert into project_deletions (project_id, owner_id, folder) values (p_project, acting_user(), own_folder);
  delete from documents where project_id = p_project;
  delete from contribution_sources where contribution_id in (select id from contributions where project_id = p_project);
  delete from contributions where project_id = p_project;
  delete from stage_runs where session_id in (select id from sessions where project_id = p_project);
  delete from jobs where project_id = p_project;
  delete from notices where project_id = p_project;
  delete from events where project_id = p_project;
  delete from request_keys where owner_id = acting_user() and position(p_project::text in answer) > 0;
  delete from projects where id = p_project;
  perform emit_event('project.deleted', acting_user(), p_project, null, '{}');
end $$;

-- As before; but notices are read in the web app and through the API, where no command is typed: they say what is wanted.
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
    sentence := format('%s waits for your approval%s.',
      what,
      format(' to spend %s', in_dollars(wanted.amount))
        || coalesce(format(', %s %% of the %s you have',
          greatest(round(wanted.amount * 100.0 / nullif(wallet.balance, 0)), 1), in_dollars(nullif(wallet.balance, 0))), ''));
  elsif limits.room >= wanted.amount then
    return; -- the money came meanwhile: it goes on by itself
  elsif narrowest.subject_id is not null then
    notice_kind := 'budget.reached';
    cause := format('budget.reached:%s:%s', narrowest.subject_id, narrowest.cap);
    sentence := format('The budget of %s is reached: %s needs %s and %s of it is left. Raise it to go on.',
      in_dollars(narrowest.cap), what, coalesce(in_dollars(wanted.amount), 'more'), in_dollars(limits.room));
  else
    -- It is short of the same thing until somebody adds money: told once, though it may rest more than once.
    select max(id) into latest_top_up from ledger_transactions where owner_id = job.owner_id and kind = 'top-up' and lines > 0;
    cause := format('paused:funds:%s:%s:%s',
      case when job.kind = 'index' then job.kind else coalesce(job.session_id, job.id)::text end, job.stage, latest_top_up);
    sentence := format('%s is paused: it needs %s and %s is free. Add money to go on.',
      what, coalesce(in_dollars(wanted.amount), 'money'), in_dollars(limits.room));
  end if;
  perform add_notice(notice_kind, cause, sentence, place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;
drop function covering_dollars(bigint);
