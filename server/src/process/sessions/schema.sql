-- What a person is notified of. The rows of sessions and stage runs are in process/projects.

-- A stage that is paused for lack of money or approval adds none here: the wallet's notice has the amount.
create function stage_notice() returns trigger language plpgsql as $$
declare
  session sessions;
  stage_name text;
  problem text;
  kind text;
  sentence text;
begin
  select * into session from sessions where id = new.session_id;
  select name into stage_name from stages
    where process_template_id = session.process_template_id and key = new.stage;
  select error ->> 'message' into problem from jobs where id = new.root_job_id;
  if tg_op = 'INSERT' then
    kind := 'stage.started';
    sentence := format('%s has started: %s pieces of work.', stage_name, jsonb_array_length(new.expected));
  elsif new.status = old.status then
    return null;
  elsif new.status = 'completed' then
    kind := 'stage.finished';
    sentence := case when session.auto then format('%s is finished.', stage_name)
      else format('%s is finished. Read it, then submit it to go on.', stage_name) end;
  elsif new.status = 'failed' then
    kind := 'stage.failed';
    sentence := format('%s failed. %s What is written stays; retry runs only what is missing.', stage_name, problem);
  elsif new.status = 'paused' then
    if exists (select from jobs where id = new.root_job_id and status <> 'paused') then
      return null; -- paused for lack of money or approval: the wallet's notice has the amount
    end if;
    kind := 'paused';
    sentence := format('%s is paused. Resume it to go on where it was.', stage_name);
  elsif old.status = 'paused' then
    kind := 'resumed';
    sentence := format('%s goes on.', stage_name);
  else
    return null;
  end if;
  perform add_notice(kind, format('%s:%s:%s', kind, new.id, extract(epoch from now())), sentence,
    format('/sessions/%s?stage=%s', new.session_id, new.stage),
    new.owner_id, session.project_id, new.session_id, new.stage, new.root_job_id);
  return null;
end $$;
create trigger notify_person after insert or update on stage_runs for each row execute function stage_notice();

-- A job that waits for its provider adds one notice, not one per try.
create function job_notice() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.kind = 'render' then case new.status when 'failed' then 'render.failed' end
    when new.work_key is null then null
    when new.status = 'retrying' then 'document.retrying'
    when new.status = 'failed' then 'document.failed'
    when new.status = 'pending_continuation' and tg_op = 'INSERT' then 'document.continued'
    when new.status = 'processing' and new.fence = 1 and new.turn = 0 then 'document.started' end;
  problem text := new.error ->> 'message';
begin
  if kind is null or (tg_op = 'UPDATE' and new.status = old.status) then
    return null;
  end if;
  perform add_notice(kind,
    format('%s:%s:%s', kind, new.id,
      case when new.status = 'retrying' and new.outage_since is not null
        then extract(epoch from new.outage_since)::text else new.fence::text end),
    case kind
      when 'render.failed' then format('%s failed; the document itself is safe. %s', new.label, problem)
      when 'document.retrying' then format('%s is tried again. %s', new.label, problem)
      when 'document.failed' then format('%s failed. %s Retry it when the cause is gone.', new.label, problem)
      when 'document.started' then format('%s is being written.', new.label)
      else format('%s was cut off and is carried on.', new.label) end,
    format('/sessions/%s?stage=%s', new.session_id, new.stage),
    new.owner_id, new.project_id, new.session_id, new.stage, new.id);
  return null;
end $$;
create trigger notify_person after insert or update of status on jobs
  for each row when (new.session_id is not null and (new.kind = 'render' or new.work_key is not null))
  execute function job_notice();

create function place_of_job(job jobs) returns text
  language sql stable parallel safe
  return case when job.session_id is null then '/wallet' else format('/sessions/%s?stage=%s', job.session_id, job.stage) end;

-- A person is notified when work is paused for lack of money or approval: one notice per cause, however many jobs are
-- paused for it. Jobs that were only paused along with another, and texts beyond the first that wait to be embedded, add
-- none. A notice says what is wanted and names no command: it is read in the web app and through the API, too.
create function payment_pause_notice(job jobs) returns void language plpgsql as $$
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
    return; -- the money came meanwhile: the job resumes by itself
  elsif narrowest.subject_id is not null then
    notice_kind := 'budget.reached';
    cause := format('budget.reached:%s:%s', narrowest.subject_id, narrowest.cap);
    sentence := format('The budget of %s is reached: %s needs %s and %s of it is left. Raise it to go on.',
      in_dollars(narrowest.cap), what, coalesce(in_dollars(wanted.amount), 'more'), in_dollars(limits.room));
  else
    -- It is short of the same thing until money is added: one notice, though it may pause more than once.
    select max(id) into latest_top_up from ledger_transactions where owner_id = job.owner_id and kind = 'top-up' and lines > 0;
    cause := format('paused:funds:%s:%s:%s',
      case when job.kind = 'index' then job.kind else coalesce(job.session_id, job.id)::text end, job.stage, latest_top_up);
    sentence := format('%s is paused: it needs %s and %s is free. Add money to go on.',
      what, coalesce(in_dollars(wanted.amount), 'money'), in_dollars(limits.room));
  end if;
  perform add_notice(notice_kind, cause, sentence, place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

-- The same notice as of a stage that is resumed, and under the same cause: a person who resumes a stage is notified once.
create function payment_resume_notice(job jobs) returns void language plpgsql as $$
declare
  run record;
begin
  select r.id, s.name into run
  from stage_runs r
  join sessions on sessions.id = r.session_id
  join stages s on s.process_template_id = sessions.process_template_id and s.key = r.stage
  where r.session_id = job.session_id and r.stage = job.stage and r.iteration = job.iteration;
  perform add_notice('resumed', format('resumed:%s:%s', coalesce(run.id, job.id), extract(epoch from now())),
    format('%s goes on.', coalesce(run.name, job.label, job.kind)), place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

create function payment_notice() returns trigger language plpgsql as $$
begin
  if new.status = 'paused' then
    perform payment_pause_notice(new);
  -- A notice for what a person did; that workers try again when money becomes free by itself is no news.
  elsif acting_user() is not null and not job_is_over(new.status) then
    perform payment_resume_notice(new);
  end if;
  return null;
end $$;

-- The job that met the limit was being processed; those that are paused along with it were not.
create trigger notify_payment after update of status on jobs
  for each row when (
    new.pause_reason in ('funds', 'approval') and old.status = 'processing'
    or old.pause_reason in ('funds', 'approval') and new.status <> 'paused')
  execute function payment_notice();

-- For the inbox: failed jobs that no stage reports.
create index jobs_failed_alone on jobs (owner_id, id)
  where status = 'failed' and (kind = 'render' or target_contribution is not null);
