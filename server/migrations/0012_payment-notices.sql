-- A person is told when work rests for want of money or leave: how much, what is there, and what to type. One notice
-- per cause, however many jobs rest for it: those that were only paused along with another say nothing.

-- Millionths of a dollar for people: as many decimals as it has, two at least.
create function in_dollars(units bigint) returns text
  language sql immutable parallel safe
  return '$' || units / 1000000 || '.' || rpad(rtrim(lpad((units % 1000000)::text, 6, '0'), '0'), 2, '0');

-- The fewest whole dollars that cover an amount, as people type them.
create function covering_dollars(units bigint) returns bigint
  language sql immutable parallel safe
  return greatest((units + 999999) / 1000000, 1);

create function place_of_job(job jobs) returns text
  language sql stable parallel safe
  return case when job.session_id is null then '/wallet' else format('/sessions/%s?stage=%s', job.session_id, job.stage) end;

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
    cause := format('paused:funds:%s:%s:%s', coalesce(job.session_id, job.id), job.stage, latest_top_up);
    sentence := format('%s is paused: it needs %s and %s is free. Type "dialectic wallet top-up %s" to go on.',
      what, coalesce(in_dollars(wanted.amount), 'money'), in_dollars(limits.room),
      covering_dollars(coalesce(wanted.amount, 1) - limits.room));
  end if;
  perform add_notice(notice_kind, cause, sentence, place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

-- As a stage that is resumed says it, and under the same cause: whoever resumes a stage is told once.
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
  -- Told of somebody's doing; that workers try again when money becomes free by itself is no news.
  elsif acting_user() is not null and not job_is_over(new.status) then
    perform payment_resume_notice(new);
  end if;
  return null;
end $$;
-- The job that met the limit was being processed; those that rest along with it were not.
create trigger notify_payment after update of status on jobs
  for each row when (
    new.pause_reason in ('funds', 'approval') and old.status = 'processing'
    or old.pause_reason in ('funds', 'approval') and new.status <> 'paused')
  execute function payment_notice();

-- As before, but for stages that rest because their work waits to be paid.
create or replace function stage_notice() returns trigger language plpgsql as $$
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
      return null; -- it rests for want of money or leave: that is told with the amount
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
