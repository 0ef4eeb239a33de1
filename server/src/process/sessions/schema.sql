-- Triggers that update stages and sessions from their jobs, and notifications about stages, jobs and money. The tables of
-- sessions and stage runs are in process/projects.

-- 1. Statuses --------------------------------------------------------------------------------------------------------

-- A stage run has the status of its root job, and a session has the status of its current stage. Both are set in the
-- transaction that changes the job, so that no reader ever sees them differ. It does not matter who changed the job: a
-- worker, a user, fail-fast or a takeover.
create function stage_follows_root() returns trigger
  language plpgsql as $$
declare
  run stage_runs;
  stage_status text := case new.status
    when 'completed' then 'completed' when 'failed' then 'failed' when 'cancelled' then 'cancelled'
    when 'paused' then 'paused' else 'running' end;
begin
  update stage_runs
    set status = stage_status,
        finished_at = case when stage_status in ('completed', 'failed', 'cancelled') then now() end
    where root_job_id = new.id and status <> stage_status
    returning * into run;
  if run.id is null then
    return null;
  end if;
  update sessions
    set status = case stage_status
      when 'completed' then 'awaiting_feedback' when 'cancelled' then 'ready' else stage_status end
    where id = run.session_id and current_stage = run.stage and iteration = run.iteration
      and status <> 'iteration_complete';
  return null;
end $$;
create trigger stage_follows_root after update of status on jobs
  for each row when (old.status is distinct from new.status and new.parent_id is null and new.session_id is not null)
  execute function stage_follows_root();

-- A stage is paused, although its root job is not, if all its remaining work waits for money or approval, so that nothing
-- continues until a person acts. It runs again as soon as some of its work can run. This is checked at commit, after all
-- changes to the job tree. Every transaction that changes a job locks the root of its tree, so that the second of two such
-- transactions sees what the first has changed.
create function stage_pauses_for_payment() returns trigger language plpgsql as $$
declare
  run stage_runs;
  stage_status text;
begin
  -- The common case takes one query: the job was not paused, and no job of the session is paused for money or approval.
  if old.status <> 'paused'
    and not exists (select from jobs where session_id = new.session_id and status = 'paused' and pause_reason <> 'user') then
    return null;
  end if;
  select r.* into run from stage_runs r join jobs root on root.id = r.root_job_id
  where r.session_id = new.session_id and r.stage = new.stage and r.iteration = new.iteration
    and r.status in ('running', 'paused') and not job_is_over(root.status) and root.status <> 'paused';
  if not found then
    return null;
  end if;
  select case when count(*) filter (where status <> 'paused') > 0 then 'running'
    when count(*) filter (where pause_reason <> 'user') > 0 then 'paused' else run.status end into stage_status
  from jobs
  where session_id = new.session_id and stage = new.stage and iteration = new.iteration
    and kind in ('plan', 'execute', 'combine')
    and (job_is_runnable(status) or status in ('processing', 'paused'));
  if stage_status is distinct from run.status then
    update stage_runs set status = stage_status where id = run.id;
    update sessions set status = stage_status
    where id = run.session_id and current_stage = run.stage and iteration = run.iteration and status <> 'iteration_complete';
  end if;
  return null;
end $$;
create constraint trigger stage_pauses_for_payment after update of status on jobs
  deferrable initially deferred
  for each row
  when (old.status is distinct from new.status and new.parent_id is not null and new.session_id is not null
    and (old.status = 'paused' or new.status in ('paused', 'completed', 'cancelled')))
  execute function stage_pauses_for_payment();

-- 2. Notifications: a kind and its data ------------------------------------------------------------------------------

-- Nothing is added here for a stage that is paused for lack of money or approval, because notify_payment_pause adds a
-- notification with the amount.
create function notify_stage() returns trigger language plpgsql as $$
declare
  session sessions;
  stage_name text;
  problem jsonb;
  kind text;
  data jsonb := '{}';
begin
  select * into session from sessions where id = new.session_id;
  select name into stage_name from stages
    where process_template_id = session.process_template_id and key = new.stage;
  if tg_op = 'INSERT' then
    kind := 'stage.started';
    data := jsonb_build_object('documents', jsonb_array_length(new.expected));
  elsif new.status = old.status then
    return null;
  elsif new.status = 'completed' then
    kind := 'stage.finished';
    data := jsonb_build_object('submit', not session.auto);
  elsif new.status = 'failed' then
    kind := 'stage.failed';
    select error into problem from jobs where id = new.root_job_id;
    data := jsonb_build_object('code', problem -> 'code', 'message', problem -> 'message');
  elsif new.status = 'paused' then
    if exists (select from jobs where id = new.root_job_id and status <> 'paused') then
      return null; -- paused for lack of money or approval
    end if;
    kind := 'stage.paused';
  elsif old.status = 'paused' then
    kind := 'work.resumed';
  else
    return null;
  end if;
  perform add_notification(kind, format('%s:%s:%s', kind, new.id, extract(epoch from now())),
    data || jsonb_build_object('label', stage_name),
    new.owner_id, session.project_id, new.session_id, new.stage, new.root_job_id);
  return null;
end $$;
create trigger notify_person after insert or update on stage_runs for each row execute function notify_stage();

-- A job that waits for its provider adds one notification in total, not one per attempt.
create function notify_job() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.kind = 'render' then case new.status when 'failed' then 'render.failed' end
    when new.work_key is null then null
    when new.status = 'retrying' then 'document.retrying'
    when new.status = 'failed' then 'document.failed'
    when new.status = 'pending_continuation' and tg_op = 'INSERT' then
      case when jsonb_array_length(coalesce(new.payload -> 'askedFor', '[]')) > 0 then 'document.corrected' else 'document.continued' end
    when new.status = 'processing' and new.fence = 1 and new.continuation = 0 then 'document.started' end;
begin
  if kind is null or (tg_op = 'UPDATE' and new.status = old.status) then
    return null;
  end if;
  perform add_notification(kind,
    format('%s:%s:%s', kind, new.id,
      case when new.status = 'retrying' and new.outage_since is not null
        then extract(epoch from new.outage_since)::text else new.fence::text end),
    jsonb_build_object('label', coalesce(new.label, new.kind), 'code', new.error -> 'code', 'message', new.error -> 'message'),
    new.owner_id, new.project_id, new.session_id, new.stage, new.id);
  return null;
end $$;
create trigger notify_person after insert or update of status on jobs
  for each row when (new.session_id is not null and (new.kind = 'render' or new.work_key is not null))
  execute function notify_job();

-- Notifies a person that work is paused for lack of money or approval. There is one notification per cause, however many
-- jobs are paused for it. A job that is paused only along with another job adds no notification. All texts that wait to be
-- embedded share a single notification.
create function notify_payment_pause(job jobs) returns void language plpgsql as $$
declare
  wanted wallet_payment_waits;
  wallet wallet_accounts;
  limits record;
  latest_top_up bigint;
  kind text;
  cause text;
  data jsonb;
begin
  select * into wallet from wallet_accounts where owner_id = job.owner_id and wallet_accounts.kind = 'wallet';
  select * into wanted from wallet_payment_waits where owner_id = job.owner_id and job_id = job.id and reason = job.pause_reason;
  limits := room_for(wallet, job.session_id, wanted.exchange_id);
  if job.pause_reason = 'approval' then
    kind := 'approval.needed';
    cause := format('%s:%s:%s', kind, job.chain_id, wanted.amount);
    data := jsonb_build_object('balance', wallet.balance::text);
  elsif limits.room >= wanted.amount then
    return; -- the money has arrived in the meantime, so the job resumes automatically
  elsif (limits.budget).subject_id is not null then
    kind := 'budget.reached';
    cause := format('%s:%s:%s', kind, (limits.budget).subject_id, (limits.budget).cap);
    data := jsonb_build_object('cap', (limits.budget).cap::text, 'free', limits.room::text);
  else
    -- The cause stays the same until money is added, so a job that is paused several times adds only one notification.
    select max(id) into latest_top_up from wallet_transactions t
      where t.owner_id = job.owner_id and t.kind = 'top-up' and t.entry_count > 0;
    kind := 'funds.short';
    cause := format('%s:%s:%s:%s', kind,
      case when job.kind = 'index' then job.kind else coalesce(job.session_id, job.id)::text end, job.stage, latest_top_up);
    data := jsonb_build_object('free', limits.room::text);
  end if;
  perform add_notification(kind, cause,
    data || jsonb_build_object('label', coalesce(job.label, job.kind), 'amount', wanted.amount::text),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

-- Uses the same kind and cause as the notification about a resumed stage, so that a person who resumes a stage is notified
-- only once.
create function notify_payment_resume(job jobs) returns void language plpgsql as $$
declare
  run record;
begin
  select r.id, s.name into run
  from stage_runs r
  join sessions on sessions.id = r.session_id
  join stages s on s.process_template_id = sessions.process_template_id and s.key = r.stage
  where r.session_id = job.session_id and r.stage = job.stage and r.iteration = job.iteration;
  perform add_notification('work.resumed',
    format('work.resumed:%s:%s', coalesce(run.id, job.id), extract(epoch from now())),
    jsonb_build_object('label', coalesce(run.name, job.label, job.kind)),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

create function notify_payment() returns trigger language plpgsql as $$
begin
  if new.status = 'paused' then
    perform notify_payment_pause(new);
  -- Only a person's action causes a notification, because workers also resume jobs when money becomes available.
  elsif acting_user() is not null and not job_is_over(new.status) then
    perform notify_payment_resume(new);
  end if;
  return null;
end $$;

-- Fires for the job that reached the limit while it was being processed, but not for jobs that are paused along with
-- it. Also fires for every job that was paused for lack of money or approval and no longer is.
create trigger notify_payment after update of status on jobs
  for each row when (
    new.pause_reason in ('funds', 'approval') and old.status = 'processing'
    or old.pause_reason in ('funds', 'approval') and new.status <> 'paused')
  execute function notify_payment();

-- For the inbox, which lists failed jobs that no stage reports.
create index jobs_failed_alone on jobs (owner_id, id)
  where status = 'failed' and (kind = 'render' or target_contribution is not null);
