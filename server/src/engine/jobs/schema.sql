-- Jobs: one table, one transition table, and the functions through which everything else happens.
--
-- Locks are taken in the same order everywhere: from the root of a tree downwards, children by id (`lock_lineage`).
-- They are always `for no key update`: a plain `for update` deadlocks with a sibling's insert, whose foreign key locks
-- the parent's key. The lease and the heartbeat never wait for a lock (`skip locked`).
--
-- Plans. The functions that the program calls set `plan_cache_mode = force_generic_plan` and disable sequential and bitmap
-- scans, so that each database connection plans them once, with index scans. Planning at every call would cost more than the
-- work itself. If those scans were enabled, a plan made while a table is small would read the whole table, and the connection
-- would keep that plan when the table has grown.
--
-- Functions that read the rows of all owners (`security definer`) can be called by the program's role only.

-- 1. What a job is ---------------------------------------------------------------------------------------------------

create table jobs (
  id uuid primary key,
  owner_id uuid not null references users,
  -- A kind that the program has registered; a worker leases only jobs of kinds that it has a handler for.
  kind text not null,
  status text not null default 'pending' check (status in (
    'pending', 'processing', 'retrying', 'pending_continuation', 'pending_next_step', 'waiting_for_children',
    'waiting_for_prerequisite', 'paused', 'completed', 'failed', 'cancelled', 'superseded')),
  -- The last status in which the job was idle. The job returns to this status when it is resumed, handed back or retried.
  resumes_as text check (resumes_as in ('pending', 'retrying', 'pending_continuation', 'pending_next_step',
    'waiting_for_children', 'waiting_for_prerequisite')),
  pause_reason text check (pause_reason in ('funds', 'approval', 'user')),
  paused_at timestamptz check (isfinite(paused_at)),
  -- Requests to pause or cancel a job that is being processed. They take effect when its attempt ends.
  pause_requested text check (pause_requested in ('funds', 'approval', 'user')),
  cancel_requested boolean not null default false,

  -- What the job is about. The engine does not interpret these labels, and they are not foreign keys.
  project_id uuid,
  session_id uuid,
  stage text,
  iteration int,
  model text,
  step_key text,
  output_type text,
  template_version int,
  target_contribution uuid,
  label text,
  work_key text,
  -- Ids and small settings. A document stored here would be copied at every lease.
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and length(payload::text) <= 16384),

  -- The job's position in a tree of jobs, and the step of the parent that it belongs to.
  parent_id uuid references jobs,
  depth int not null default 0 check (depth >= 0),
  parent_step int,
  -- If true, the job's failure never fails the parent. The parent only waits for the job to end.
  optional boolean not null default false,
  -- The step whose children the job waits for or last waited for.
  current_step int check (current_step > 0),
  -- How many steps the job has.
  total_steps int check (total_steps >= current_step),
  on_child_failure text not null default 'fail' check (on_child_failure ~ '^(fail|continue|quorum\([1-9]\d{0,5}\))$'),
  -- The first job of the chain that this job waits for.
  prerequisite_id uuid references jobs,
  -- The first job of this job's chain; by default the job itself.
  chain_id uuid not null,
  -- The job's position in its chain, from 0.
  continuation int not null default 0 check (continuation >= 0),
  -- The next job of the chain.
  continued_by uuid,
  superseded_by uuid,

  -- The number of errors that counted as attempts.
  attempt int not null default 0 check (attempt >= 0),
  max_retries int not null default 3 check (max_retries >= 0),
  -- How often the job has been leased.
  fence bigint not null default 0,
  -- How many workers in a row died while holding the job.
  deaths int not null default 0 check (deaths >= 0),
  run_at timestamptz not null default clock_timestamp() check (isfinite(run_at)),
  -- When the job became runnable, even if limits keep it from running.
  runnable_since timestamptz not null default clock_timestamp() check (isfinite(runnable_since)),
  priority int not null default 0,
  lease_owner text,
  lease_expires_at timestamptz check (isfinite(lease_expires_at)),
  -- The time of the first of the consecutive provider failures.
  outage_since timestamptz check (isfinite(outage_since)),
  -- The number of consecutive provider failures.
  outage_tries int not null default 0 check (outage_tries >= 0),
  -- How long the job is retried during an outage of its provider; null if the worker's setting applies. Children and
  -- continuations inherit this.
  retry_window_ms int check (retry_window_ms >= 0),

  results jsonb,
  -- An object that `job_error` made; the queries that list jobs rely on its form.
  error jsonb check (error is null or coalesce(jsonb_typeof(error -> 'code'), '') = 'string'),
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array'),
  -- The job whose end caused this one to end: a failed child, a failed prerequisite or a sibling that failed first.
  ended_by uuid,
  idempotency_key text,
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  started_at timestamptz check (isfinite(started_at)),
  finished_at timestamptz check (isfinite(finished_at)),

  -- The model whose slots the job needs; empty if it needs none. `lease_jobs` goes through the lanes and skips the full
  -- ones.
  lane text not null generated always as (coalesce(model, '')) stored,

  check ((status = 'processing') = (lease_owner is not null)),
  check ((lease_owner is null) = (lease_expires_at is null)),
  check ((status = 'paused') = (pause_reason is not null))
);

create index jobs_runnable on jobs (lane, priority desc, run_at, id)
  where status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step');
create index jobs_leased on jobs (lease_expires_at) where status = 'processing';
create index jobs_by_parent on jobs (parent_id, id) where parent_id is not null;
create index jobs_by_prerequisite on jobs (prerequisite_id) where prerequisite_id is not null;
create unique index jobs_by_chain on jobs (chain_id, continuation) where continuation > 0;
create index jobs_by_ender on jobs (ended_by) where ended_by is not null;
create unique index jobs_by_key on jobs (owner_id, idempotency_key)
  where idempotency_key is not null and status not in ('failed', 'cancelled', 'superseded');
-- Only for lists, whose queries contain `depth >= 0`. Row-level security adds the owner to every query, so without this
-- condition the planner might use this index to find a parent or a chain, and read all of an owner's jobs.
create index jobs_by_owner on jobs (owner_id, created_at, id) where depth >= 0;
create index jobs_by_session on jobs (session_id, created_at, id) where session_id is not null;
create index jobs_paused on jobs (owner_id, session_id)
  where status = 'paused';
create index jobs_paused_by_session on jobs (session_id) where status = 'paused';
create index jobs_short_of_funds on jobs (owner_id, id) where status = 'paused' and pause_reason = 'funds';
call protect('jobs');

-- 2. The transition table --------------------------------------------------------------------------------------------

-- states.ts has a copy of this table; a test compares both for all pairs.
create function job_may_move(from_status text, to_status text) returns boolean
  language sql immutable parallel safe
  return case from_status
    when 'pending' then to_status in ('processing', 'paused', 'cancelled', 'superseded')
    when 'retrying' then to_status in ('processing', 'paused', 'cancelled', 'superseded')
    when 'pending_continuation' then to_status in ('processing', 'paused', 'cancelled', 'superseded')
    when 'pending_next_step' then to_status in ('processing', 'paused', 'cancelled', 'superseded')
    when 'processing' then to_status in (
      'pending', 'retrying', 'pending_continuation', 'pending_next_step', 'waiting_for_children',
      'waiting_for_prerequisite', 'paused', 'completed', 'failed', 'cancelled')
    when 'waiting_for_children' then to_status in (
      'pending_next_step', 'paused', 'completed', 'failed', 'cancelled', 'superseded')
    when 'waiting_for_prerequisite' then to_status in ('pending', 'paused', 'failed', 'cancelled', 'superseded')
    when 'paused' then to_status in (
      'pending', 'retrying', 'pending_continuation', 'pending_next_step', 'waiting_for_children',
      'waiting_for_prerequisite', 'failed', 'cancelled', 'superseded')
    when 'completed' then to_status = 'superseded'
    when 'failed' then to_status in ('pending', 'waiting_for_children', 'waiting_for_prerequisite', 'superseded')
    when 'cancelled' then to_status in ('pending', 'waiting_for_children', 'waiting_for_prerequisite', 'superseded')
    else false
  end;

create function job_is_runnable(status text) returns boolean
  language sql immutable parallel safe
  return status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step');

create function job_is_over(status text) returns boolean
  language sql immutable parallel safe
  return status in ('completed', 'failed', 'cancelled', 'superseded');

-- An import may add only finished jobs: the next free worker would run a pending job of an export at the importer's
-- expense.
create function check_new_job() returns trigger language plpgsql as $$
declare
  parent record;
begin
  if is_importing() then
    if not job_is_over(new.status) then
      raise exception 'A job in the export is %; only finished jobs can be imported.', new.status using errcode = 'DL007';
    end if;
  elsif new.status not in ('pending', 'pending_continuation', 'waiting_for_prerequisite') then
    raise exception 'A job begins as pending, pending_continuation or waiting_for_prerequisite, not as %.', new.status
      using errcode = 'DL002';
  end if;
  new.chain_id := coalesce(new.chain_id, new.id);
  if new.parent_id is not null then
    select depth, current_step into parent from jobs where id = new.parent_id and owner_id = new.owner_id;
    if not found then
      raise exception 'The parent job % does not exist.', new.parent_id using errcode = 'DL003';
    end if;
    new.depth := parent.depth + 1;
    new.parent_step := coalesce(new.parent_step, parent.current_step);
  end if;
  return new;
end $$;
create trigger check_new before insert on jobs for each row execute function check_new_job();

-- Refuses what the transition table does not allow, and sets the columns that follow from the status.
create function check_job_move() returns trigger language plpgsql as $$
begin
  if not job_may_move(old.status, new.status) then
    raise exception 'Job % is %; it cannot become %.', old.id, old.status, new.status using errcode = 'DL002';
  end if;
  if new.status in ('processing', 'paused') or job_is_over(new.status) then
    if old.status not in ('processing', 'paused') and not job_is_over(old.status) then
      new.resumes_as := old.status;
    end if;
  end if;
  if new.status <> 'processing' then
    new.lease_owner := null;
    new.lease_expires_at := null;
    new.cancel_requested := false;
    new.pause_requested := null;
  end if;
  if new.status <> 'paused' then
    new.pause_reason := null;
  end if;
  new.paused_at := case when new.status = 'paused' then clock_timestamp() end;
  new.finished_at := case when job_is_over(new.status) then clock_timestamp() end;
  return new;
end $$;
create trigger check_move before update on jobs for each row
  when (old.status is distinct from new.status) execute function check_job_move();

-- These columns never change, because the order of locks relies on them.
create function refuse_job_change() returns trigger language plpgsql as $$
begin
  raise exception 'Owner, parent and chain of job % never change.', old.id using errcode = 'DL004';
end $$;
create trigger keep_place before update of id, owner_id, parent_id, depth, chain_id, continuation on jobs for each row
  when ((old.id, old.owner_id, old.parent_id, old.depth, old.chain_id, old.continuation)
    is distinct from (new.id, new.owner_id, new.parent_id, new.depth, new.chain_id, new.continuation))
  execute function refuse_job_change();

create function inherit_retry_window() returns trigger language plpgsql as $$
begin
  new.retry_window_ms := (select retry_window_ms from jobs where id = coalesce(new.parent_id, new.chain_id));
  return new;
end $$;
create trigger inherit_retry_window before insert on jobs for each row
  when (new.retry_window_ms is null) execute function inherit_retry_window();

-- When a job becomes runnable for a reason other than the end of its attempt, its provider failures are counted from zero
-- again.
create function note_runnable() returns trigger language plpgsql as $$
begin
  new.runnable_since := clock_timestamp();
  new.outage_since := null;
  new.outage_tries := 0;
  return new;
end $$;
create trigger note_runnable before update of status on jobs for each row
  when (old.status <> 'processing' and old.status <> new.status and job_is_runnable(new.status))
  execute function note_runnable();

-- The models that each owner's jobs name. A worker checks whether it can call a model before it leases jobs that name
-- it (section 7).
create table job_models (
  model text not null,
  owner_id uuid not null references users on delete cascade,
  primary key (model, owner_id)
);
call protect('job_models', 'select');

-- Which of the models in job_models each worker of a shared database can call
-- (docs/decisions/0054-workers-that-cannot-call-a-model.md).
create table worker_models (
  worker text not null,
  model text not null,
  owner_id uuid not null references users on delete cascade,
  -- The reason the worker cannot call the model for this owner; null if it can.
  obstacle text,
  -- A digest of the model's terms in this worker's catalogue; null if the catalogue does not have the model.
  terms text,
  judged_at timestamptz not null,
  -- The result is valid until this time. A living worker checks again before then.
  valid_until timestamptz not null,
  primary key (worker, model, owner_id)
);
create index worker_models_by_model on worker_models (model, owner_id);
call protect('worker_models', 'select');

-- 3. Events and notifications ----------------------------------------------------------------------------------------

-- The data of a job's events.
create function job_event(job jobs) returns jsonb
  language sql stable
  return jsonb_strip_nulls(jsonb_build_object(
    'jobId', job.id, 'kind', job.kind, 'stage', job.stage, 'iteration', job.iteration, 'model', job.model,
    'stepKey', job.step_key, 'label', job.label, 'workKey', job.work_key, 'parentId', job.parent_id,
    'attempt', job.attempt, 'continuation', job.continuation, 'fence', job.fence, 'reason', job.pause_reason,
    'currentStep', job.current_step, 'totalSteps', job.total_steps, 'errorCode', job.error ->> 'code'));

-- Writes an event for every job that a statement added, or whose status or fence it changed (a job that is leased again
-- keeps its status). It runs once per statement, and as the owner of the tables, so that one plan serves every user;
-- the rows have passed row-level security already. Workers are notified only when there is something to do now: a
-- notification in every commit costs two thirds of the throughput.
create function announce_jobs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due boolean;
begin
  if tg_op = 'INSERT' then
    insert into job_models (owner_id, model)
    select distinct owner_id, model from after_change where model is not null order by owner_id, model
    on conflict do nothing;
    if found then
      perform pg_notify('dialectic_models', ''); -- workers check whether they can call the new models
    end if;
  end if;
  if is_importing() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into events (owner_id, project_id, session_id, kind, data)
    select owner_id, project_id, session_id, 'job.' || translate(status, '_', '-'), job_event(job) from after_change job;
    due := exists (select from after_change where job_is_runnable(status) and run_at <= clock_timestamp());
  else
    insert into events (owner_id, project_id, session_id, kind, data)
    select job.owner_id, job.project_id, job.session_id, 'job.' || translate(job.status, '_', '-'), job_event(job)
    from after_change job join before_change was using (id)
    where job.status <> was.status or job.fence <> was.fence;
    due := found and exists (
      select from after_change job join before_change was using (id)
      where job.status <> was.status and job_is_runnable(job.status) and job.run_at <= clock_timestamp());
  end if;
  if due then
    perform pg_notify('dialectic_jobs', '');
  end if;
  return null;
end $$;
create trigger announce_new after insert on jobs
  referencing new table as after_change
  for each statement execute function announce_jobs();
create trigger announce_move after update on jobs
  referencing old table as before_change new table as after_change
  for each statement execute function announce_jobs();

create function announce_cancel() returns trigger language plpgsql as $$
begin
  perform pg_notify('dialectic_cancels', '');
  return null;
end $$;
create trigger announce_cancel after update of cancel_requested on jobs for each row
  when (new.cancel_requested and not old.cancel_requested) execute function announce_cancel();

-- 4. Concurrency limits: leased slots --------------------------------------------------------------------------------

-- Keys: 'model:<id>' and 'provider:<the id up to its first slash>'. Without a row there is no limit.
create table concurrency_limits (
  key text primary key check (key ~ '^(model|provider):.+'),
  max int not null check (max between 1 and 10000)
);

create table concurrency_slots (
  key text not null references concurrency_limits on delete cascade,
  n int not null,
  holder text,
  -- A holder that stopped renewing keeps its slot for one more lease period: its call may still be running.
  expires_at timestamptz,
  primary key (key, n),
  check ((holder is null) = (expires_at is null))
);
create index concurrency_slots_by_holder on concurrency_slots (holder) where holder is not null;
call share('concurrency_limits');

create function make_slots() returns trigger language plpgsql as $$
begin
  insert into concurrency_slots (key, n) select new.key, generate_series(1, new.max) on conflict do nothing;
  -- If the limit was lowered, a surplus slot that is still held stays until it is freed, but is not assigned again.
  delete from concurrency_slots where key = new.key and n > new.max and holder is null;
  return null;
end $$;
create trigger make_slots after insert or update on concurrency_limits for each row execute function make_slots();

create function slot_keys(lane text) returns text[]
  language sql immutable parallel safe
  return array['model:' || lane, 'provider:' || split_part(lane, '/', 1)];

create function slot_holder(job uuid, fence bigint) returns text
  language sql immutable parallel safe
  return 'job:' || job || ':' || fence;

-- Takes one slot of each key that has a limit, or none at all. Never waits.
create function take_slots(new_holder text, keys text[], lease_ms int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wanted record;
  free int;
begin
  for wanted in select key, max from concurrency_limits where key = any (keys) order by key loop
    select n into free from concurrency_slots
    where key = wanted.key and n <= wanted.max and (holder is null or expires_at <= clock_timestamp())
    order by n limit 1
    for no key update skip locked;
    if not found then
      update concurrency_slots set holder = null, expires_at = null where holder = new_holder;
      return false;
    end if;
    update concurrency_slots
    set holder = new_holder, expires_at = clock_timestamp() + make_interval(secs => 2 * lease_ms / 1000.0)
    where key = wanted.key and n = free;
  end loop;
  return true;
end $$;
revoke execute on function take_slots from public;
grant execute on function take_slots to dialectic_app;

create function renew_slots(holders text[], lease_ms int) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update concurrency_slots set expires_at = clock_timestamp() + make_interval(secs => 2 * lease_ms / 1000.0)
  where holder = any (holders);
$$;
revoke execute on function renew_slots from public;
grant execute on function renew_slots to dialectic_app;

create function free_slots(holders text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update concurrency_slots set holder = null, expires_at = null where holder = any (holders);
  if found then
    perform pg_notify('dialectic_jobs', ''); -- a job may have been waiting for the slot
  end if;
end $$;
revoke execute on function free_slots from public;
grant execute on function free_slots to dialectic_app;

-- 5. Rate limits -----------------------------------------------------------------------------------------------------

-- The requests and tokens per minute that a model or a provider allows, and the time until which a model is not called.
-- They are counted here so that the limits hold across all processes and for calls outside jobs.
--
-- Each key has two buckets that refill over time (docs/decisions/0011-rate-limits.md explains their sizes):
-- * requests: a full bucket allows a burst of a tenth of the limit, at least one. The refill per minute is limit + 1 -
--   burst. So a minute that begins with a full bucket allows at most the limit: the one request beyond it becomes available
--   only when the minute is over.
-- * tokens: a full bucket holds a tenth of the limit, and the other nine tenths are refilled per minute. A call passes
--   while the bucket is not empty, however large the call is. The debt that it leaves delays all callers alike, so that
--   no large call starves behind small ones.
-- A row stores what is missing from a full bucket, so that a limit may change at any time.
create table rate_limits (
  key text primary key check (key ~ '^(model|provider):.+'),
  -- The limits set for this installation, and the limits that the provider reported (`learned_`). The smaller one applies.
  requests_per_minute int check (requests_per_minute between 1 and 1000000000),
  tokens_per_minute int check (tokens_per_minute between 1 and 1000000000),
  learned_requests int check (learned_requests between 1 and 1000000000),
  learned_tokens int check (learned_tokens between 1 and 1000000000),
  requests_missing double precision not null default 0 check (requests_missing >= 0),
  tokens_missing double precision not null default 0 check (tokens_missing >= 0),
  counted_at timestamptz not null default clock_timestamp(),

  -- The circuit breaker of a model (docs/decisions/0040-provider-outages.md): no call is made before this time.
  held_off_until timestamptz,
  -- The time of the first of the consecutive failures; null if the model answers.
  failing_since timestamptz,
  -- The time of the latest of these failures.
  failed_at timestamptz,
  -- The number of these failures.
  failures int not null default 0 check (failures >= 0),
  failure_code text,
  failure_status int,
  failure_window_ms bigint,
  -- Half-open: until this time, one call probes the model and the others wait for its outcome.
  probe_until timestamptz
);

-- None of these arithmetic functions is strict: PostgreSQL does not inline strict functions, and without inlining they take
-- ten times as long.

create function requests_burst(per_minute int) returns int
  language sql immutable parallel safe
  return case when per_minute is not null then greatest(1, per_minute / 10) end;

-- What is missing from a bucket after some time; 0 without a limit. It is capped at `most`, so that no call waits
-- forever.
create function still_missing(missing double precision, most double precision, refill double precision, waited interval)
  returns double precision
  language sql immutable parallel safe
  return greatest(0, least(missing, most) - refill * greatest(0, extract(epoch from waited)) / 60);

-- The state of these keys' buckets at a moment, with the milliseconds until a call may be made (0: now). A failing model
-- gets one call at a time. Calls that wait for the outcome of a probe check again after a second.
create function rates_at(keys text[], moment timestamptz)
  returns table (
    key text, requests int, tokens int, requests_missing double precision, tokens_missing double precision,
    requests_left int, wait_ms double precision)
  language sql stable as $$
  select
    rate.key, allowed.requests, allowed.tokens, missing.requests, missing.tokens,
    least(
      floor(requests_burst(allowed.requests) - missing.requests)::int,
      case when rate.failing_since is not null then 1 end),
    greatest(
      0,
      1000 * extract(epoch from rate.held_off_until - moment),
      case when rate.probe_until > moment then least(1000, 1000 * extract(epoch from rate.probe_until - moment)) end,
      60000 * (missing.requests + 1 - requests_burst(allowed.requests)) / (allowed.requests + 1 - requests_burst(allowed.requests)),
      case when missing.tokens >= allowed.tokens * 0.1
        then 60000 * (missing.tokens - allowed.tokens * 0.1) / (allowed.tokens * 0.9) + 1 end)
  from rate_limits rate
  cross join lateral (
    select
      least(rate.requests_per_minute, rate.learned_requests),
      least(rate.tokens_per_minute, rate.learned_tokens)) allowed (requests, tokens)
  cross join lateral (
    select
      still_missing(
        rate.requests_missing, requests_burst(allowed.requests),
        allowed.requests + 1 - requests_burst(allowed.requests), moment - rate.counted_at),
      still_missing(
        rate.tokens_missing, allowed.tokens * 1.1,
        allowed.tokens * 0.9, moment - rate.counted_at)) missing (requests, tokens)
  where rate.key = any (keys)
$$;

-- How long other calls wait for the outcome of a probe. If the probing process died, another call probes after this time.
create function probe_lease() returns interval language sql immutable parallel safe return interval '30 seconds';

-- Takes one request and some tokens from every key of the model that has a limit, or nothing at all. Returns the
-- milliseconds to wait; 0 if everything was taken. Keys are locked in order; the clock is read when they are locked.
create function take_rate(model text, tokens bigint) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from rate_limits
  where key = any (slot_keys(model))
    and (coalesce(requests_per_minute, learned_requests, tokens_per_minute, learned_tokens) is not null
      or held_off_until > clock_timestamp() or failing_since is not null)
  order by key
  for no key update;
  if not found then
    return 0;
  end if;
  return take_rate_at(slot_keys(model), take_rate.tokens, clock_timestamp());
end $$;
revoke execute on function take_rate from public;
grant execute on function take_rate to dialectic_app;

create function take_rate_at(keys text[], tokens bigint, moment timestamptz) returns int
  language plpgsql as $$
declare
  wait int;
begin
  -- Rounded, because a floating-point error would add a millisecond.
  select ceil(round(max(wait_ms)::numeric, 3))::int into wait from rates_at(keys, moment);
  if wait > 0 then
    return wait;
  end if;
  update rate_limits set
    requests_missing = case when rate.requests is null then 0 else rate.requests_missing + 1 end,
    -- A call larger than a minute's tokens is counted as one minute's tokens, so that it does not use up later minutes too.
    tokens_missing = case when rate.tokens is null then 0
      else rate.tokens_missing + least(greatest(take_rate_at.tokens, 0), rate.tokens) end,
    counted_at = moment
  from rates_at(keys, moment) rate
  where rate_limits.key = rate.key and (rate.requests is not null or rate.tokens is not null);
  update rate_limits set probe_until = moment + probe_lease() where key = any (keys) and failing_since is not null;
  return 0;
end $$;
revoke execute on function take_rate_at from public;

-- Called after a model call: counts the tokens actually used instead of the tokens taken before the call.
create function correct_rate(model text, reserved bigint, used bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if reserved = used then
    return;
  end if;
  perform from rate_limits
  where key = any (slot_keys(model)) and coalesce(tokens_per_minute, learned_tokens) is not null
  order by key
  for no key update;
  if not found then
    return;
  end if;
  update rate_limits set
    requests_missing = rate.requests_missing,
    tokens_missing = greatest(0, rate.tokens_missing + least(greatest(used, 0), rate.tokens) - least(greatest(reserved, 0), rate.tokens)),
    counted_at = read_at
  from (select clock_timestamp()) clock (read_at) cross join lateral rates_at(slot_keys(model), read_at) rate
  where rate_limits.key = rate.key and rate.tokens is not null;
end $$;
revoke execute on function correct_rate from public;
grant execute on function correct_rate to dialectic_app;

-- Applies the rate limits that a provider reported. They replace the limits of its earlier report. A bucket is lowered to
-- what the provider reported as remaining, plus the refill since the report, but never raised. A bucket that the report
-- does not mention stays as it is.
create function learn_rate(
  model text, requests int, tokens int, requests_remaining bigint, tokens_remaining bigint, heard_at timestamptz
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  model_key constant text := 'model:' || model;
begin
  if requests is not null or tokens is not null then
    insert into rate_limits (key, learned_requests, learned_tokens) values (model_key, requests, tokens)
    on conflict (key) do update set
      learned_requests = coalesce(excluded.learned_requests, rate_limits.learned_requests),
      learned_tokens = coalesce(excluded.learned_tokens, rate_limits.learned_tokens)
    where (rate_limits.learned_requests, rate_limits.learned_tokens) is distinct from (
      coalesce(excluded.learned_requests, rate_limits.learned_requests),
      coalesce(excluded.learned_tokens, rate_limits.learned_tokens));
  end if;
  -- The row is locked before it is read, so that no call counted in between is lost.
  perform from rate_limits where key = model_key for no key update;
  update rate_limits set
    requests_missing = greatest(rate.requests_missing, told.requests),
    tokens_missing = greatest(rate.tokens_missing, told.tokens),
    counted_at = read_at
  from
    (select clock_timestamp()) clock (read_at)
    cross join lateral rates_at(array[model_key], read_at) rate
    cross join lateral (
      select
        case when requests_remaining is not null then still_missing(
          requests_burst(rate.requests) - requests_remaining, requests_burst(rate.requests),
          rate.requests + 1 - requests_burst(rate.requests), read_at - heard_at) end,
        case when tokens_remaining is not null then still_missing(
          rate.tokens * 0.1 - tokens_remaining, rate.tokens * 1.1, rate.tokens * 0.9, read_at - heard_at) end) told (requests, tokens)
  where rate_limits.key = rate.key
    and (told.requests > rate.requests_missing or told.tokens > rate.tokens_missing);
end $$;
revoke execute on function learn_rate from public;
grant execute on function learn_rate to dialectic_app;

-- Holds a model off until the given time, but at most for an hour: after an hour, a call may find out whether the model
-- answers.
create function hold_off(model text, until timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into rate_limits (key, held_off_until)
  select 'model:' || model, least(until, clock_timestamp() + interval '1 hour') where until > clock_timestamp()
  on conflict (key) do update set held_off_until = greatest(rate_limits.held_off_until, excluded.held_off_until);
$$;
revoke execute on function hold_off from public;
grant execute on function hold_off to dialectic_app;

-- The milliseconds until a lane with due jobs may call its model again; infinity if no due job waits for a rate limit, null
-- if there are no rate limits. Workers call this function after leasing jobs. If due jobs are then left in a lane that
-- may call now, leasing used up the remaining requests, and the jobs wait until the next request is refilled.
create function next_rate_ms(kinds text[]) returns double precision
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  started constant timestamptz := clock_timestamp();
begin
  if not exists (select from rate_limits) then
    return null;
  end if;
  return coalesce((
    with recursive lanes as (
      (select lane from jobs
       where status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step') and lane > ''
       order by lane limit 1)
      union all
      select (select next.lane from jobs next
              where next.status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step')
                and next.lane > lanes.lane
              order by next.lane limit 1)
      from lanes where lanes.lane is not null
    )
    select ceil(min(coalesce(nullif(rate.wait_ms, 0), rate.refill_ms))) from lanes cross join lateral (
      select max(wait_ms), max(60000.0 / (requests + 1 - requests_burst(requests)))
      from rates_at(slot_keys(lanes.lane), started)) rate (wait_ms, refill_ms)
    where (rate.wait_ms > 0 or rate.refill_ms is not null) and exists (
      select from jobs job
      where job.lane = lanes.lane
        and status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step')
        and run_at <= started and kind = any (kinds))), 'infinity');
end $$;
revoke execute on function next_rate_ms from public;
grant execute on function next_rate_ms to dialectic_app;

-- 6. The circuit breaker of a model ----------------------------------------------------------------------------------

-- A provider that is down or throttles calls for minutes does not use up the attempts of a job. The job is retried until its
-- retry window is over, and a circuit breaker for each model keeps the jobs that wait for the model from all calling it
-- at once (docs/decisions/0040-provider-outages.md).

-- A call failed because its provider is down or throttles calls. Opens the breaker: no call is made until the provider's
-- retry-after or the backoff is over. Failures of calls that ran at the same time count as one. If nothing was reported for
-- longer than the window (the machine was suspended), a new series of failures begins.
create function report_failure(
  model text, code text, status int, retry_after_ms bigint, base_ms bigint, longest_ms bigint, window_ms bigint
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaker rate_limits;
  moment timestamptz;
  delay_ms double precision;
begin
  insert into rate_limits (key) values ('model:' || model) on conflict do nothing;
  select * into breaker from rate_limits where key = 'model:' || model for no key update;
  moment := clock_timestamp();
  if breaker.failing_since is null or breaker.held_off_until + make_interval(secs => greatest(window_ms, 60000) / 1000.0) < moment then
    breaker.failing_since := moment;
    breaker.failures := 1;
  elsif breaker.held_off_until > moment then
    base_ms := 0; -- failed along with another call: the backoff is running already
  else
    breaker.failures := breaker.failures + 1;
  end if;
  delay_ms := least(longest_ms, base_ms * 2 ^ least(breaker.failures - 1, 30)) * (0.5 + random() / 2);
  if retry_after_ms > 0 then
    delay_ms := greatest(delay_ms, least(retry_after_ms, 3600000) + random() * base_ms);
  end if;
  update rate_limits set
    failing_since = breaker.failing_since,
    failed_at = moment,
    failures = breaker.failures,
    failure_code = code,
    failure_status = status,
    failure_window_ms = window_ms,
    probe_until = null,
    held_off_until = greatest(rate_limits.held_off_until, moment + make_interval(secs => delay_ms / 1000))
  where key = breaker.key;
end $$;
revoke execute on function report_failure from public;
grant execute on function report_failure to dialectic_app;

-- A call was answered: closes the breaker, unless the call began before the latest failure. The success of such a call does
-- not show that the provider accepts new calls.
create function report_answer(model text, took_ms double precision) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rate_limits set
    failing_since = null, failed_at = null, failures = 0, failure_code = null, failure_status = null,
    failure_window_ms = null, probe_until = null, held_off_until = null
  where key = 'model:' || model and failing_since is not null
    and failed_at <= clock_timestamp() - make_interval(secs => took_ms / 1000);
  if found then
    delete from rate_limits
    where key = 'model:' || model
      and coalesce(requests_per_minute, tokens_per_minute, learned_requests, learned_tokens) is null
      and failing_since is null and held_off_until is null;
    perform pg_notify('dialectic_jobs', '');
  end if;
end $$;
revoke execute on function report_answer from public;
grant execute on function report_answer to dialectic_app;

-- For a call that ended without showing whether the provider works, such as a cancelled one: lets the next call probe.
create function release_probe(model text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update rate_limits set probe_until = null where key = 'model:' || model and probe_until is not null;
$$;
revoke execute on function release_probe from public;
grant execute on function release_probe to dialectic_app;

-- Lets one call try a failing model now, because a person asked for it.
create function retry_model(model text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update rate_limits set held_off_until = null, probe_until = null where key = 'model:' || model and failing_since is not null;
$$;
revoke execute on function retry_model from public;
grant execute on function retry_model to dialectic_app;

-- The current outage of a model; no row if the model answers.
create function outage_of(
  model text, out since timestamptz, out failures int, out code text, out status int, out window_ms bigint,
  out next_try_at timestamptz, out is_closed boolean
) returns setof record
  language sql stable security definer set search_path = public, pg_temp as $$
  select failing_since, failures, failure_code, failure_status, failure_window_ms, held_off_until,
    coalesce(greatest(held_off_until, probe_until) > clock_timestamp(), false)
  from rate_limits where key = 'model:' || model and failing_since is not null;
$$;
revoke execute on function outage_of from public;
grant execute on function outage_of to dialectic_app;

-- Jobs that wait for a provider, each with the reason. A job that was never tried is included if its model's breaker
-- keeps it from being leased. A running job is included if earlier tries failed.
create view provider_waits with (security_invoker = true) as
select j.id as job_id, j.session_id, j.iteration, j.stage, j.lane as model, j.status = 'processing' as is_trying,
  coalesce(outage.code, j.error ->> 'code') as code,
  outage.status,
  null::text as obstacle,
  waiting.since,
  greatest(j.outage_tries, outage.failures) as tries,
  case when j.status <> 'processing' then greatest(j.run_at, outage.next_try_at) end as next_try_at,
  waiting.since + make_interval(secs => coalesce(j.retry_window_ms, outage.window_ms) / 1000.0) as until
from jobs j
left join lateral outage_of(j.lane) outage on true
cross join lateral (
  select case when outage.since is null then j.outage_since
    else least(j.outage_since, greatest(outage.since, j.runnable_since)) end) waiting (since)
where j.outage_since is not null and (job_is_runnable(j.status) or j.status = 'processing')
  or outage.is_closed and job_is_runnable(j.status)
union all
-- No living worker can call the model: the job waits until one can, however long that takes.
select j.id, j.session_id, j.iteration, j.stage, j.lane, false, 'no_worker', null, workers.obstacle, j.runnable_since, 0, null, null
from jobs j
cross join lateral (
  select min(judged.obstacle) as obstacle, bool_or(judged.obstacle is null) as can_call
  from worker_models judged
  where judged.model = j.lane and judged.owner_id = j.owner_id and judged.valid_until > clock_timestamp()) workers
where job_is_runnable(j.status) and j.outage_since is null and not workers.can_call
  and not exists (select from outage_of(j.lane) outage where outage.is_closed);
grant select on provider_waits to dialectic_app;

-- 7. Leases ----------------------------------------------------------------------------------------------------------

-- A worker must not lose its jobs in an outage of the database. While PostgreSQL cannot be reached, no worker can renew a
-- lease. Afterwards every lease looks expired, although the workers are alive and may hold model answers that are paid for.
--
-- Workers write a timestamp whenever they lease or renew. A long gap between two timestamps means that no worker reached
-- PostgreSQL. After a gap no lease counts as lost until every living worker has had the time to renew its own.
create table worker_pulse (
  only_row boolean primary key default true check (only_row),
  -- The last time a worker leased or renewed, to within a tenth of a lease.
  beat_at timestamptz not null default '-infinity',
  lease_ms int not null default 0,
  -- Until this time, an expired lease may belong to a living worker.
  quiet_until timestamptz not null default '-infinity'
);
insert into worker_pulse default values;

-- Records that a worker reached PostgreSQL. The row is written at most ten times per lease, and without waiting for a lock.
create function note_pulse(p_lease_ms int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_at constant timestamptz := clock_timestamp();
  lease constant interval := make_interval(secs => p_lease_ms / 1000.0);
  pulse worker_pulse;
begin
  select * into pulse from worker_pulse;
  if now_at - pulse.beat_at < lease / 10 then
    return;
  end if;
  perform from worker_pulse for no key update skip locked;
  if not found then
    return;
  end if;
  update worker_pulse set
    beat_at = now_at,
    lease_ms = p_lease_ms,
    quiet_until = case
      when beat_at > '-infinity' and now_at - beat_at > greatest(lease, make_interval(secs => worker_pulse.lease_ms / 1000.0)) * 2 / 3
        then now_at + 2 * lease -- a worker may first have to give up a broken connection and open another
      else quiet_until
    end;
end $$;

-- True if an expired lease means that its worker is gone.
create function leases_are_trusted() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select clock_timestamp() >= quiet_until
    and (beat_at = '-infinity' or clock_timestamp() - beat_at <= make_interval(secs => lease_ms / 1000.0) * 2 / 3)
  from worker_pulse;
$$;

-- A worker that hangs in the middle of a transaction must not keep rows locked: PostgreSQL closes the worker's connection
-- when the lease expires.
create function end_if_silent(after interval) returns void language plpgsql as $$
begin
  perform set_config('idle_in_transaction_session_timeout', ceil(greatest(100, 1000 * extract(epoch from after)))::int::text, true);
end $$;

-- A job is considered poison after this many workers in a row have died while holding it.
create function poison_deaths() returns int language sql immutable parallel safe return 5;

create function job_error(job jobs, code text, message text) returns jsonb
  language sql volatile
  return jsonb_build_object('code', code, 'message', message, 'attempt', job.attempt, 'at',
    to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

create function job_name(job jobs) returns text
  language sql immutable
  return coalesce(job.label, job.kind || ' job') || ' (' || job.id || ')';

-- How many more jobs of a lane its limits allow, estimated without locks.
create function lane_room(lane text, max_jobs int) returns int language plpgsql stable as $$
declare
  moment constant timestamptz := clock_timestamp(); -- a variable: rates_at is not inlined if an argument is volatile
begin
  return least(
    max_jobs,
    (select min(free) from (
      select count(*) filter (where slot.holder is null or slot.expires_at <= clock_timestamp())::int as free
      from concurrency_limits l join concurrency_slots slot on slot.key = l.key and slot.n <= l.max
      where lane <> '' and l.key = any (slot_keys(lane))
      group by l.key) limits),
    (select min(case when wait_ms > 0 then 0 else requests_left end)
     from rates_at(slot_keys(lane), moment)
     where lane <> ''));
end $$;

-- The models that a worker has not checked yet, and models that it last checked more than max_age_ms ago if jobs wait
-- for them.
create function models_to_judge(judge text, max_age_ms int) returns table (owner_id uuid, model text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select known.owner_id, known.model
  from job_models known
  left join worker_models mine on mine.worker = judge and mine.model = known.model and mine.owner_id = known.owner_id
  where mine.worker is null
    or mine.judged_at < clock_timestamp() - make_interval(secs => max_age_ms / 1000.0)
      and (
        exists (
          select from jobs
          where lane = known.model and status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step'))
        or exists (
          select from jobs
          where lane = known.model and status = 'processing' and lease_expires_at <= clock_timestamp()));
$$;
revoke execute on function models_to_judge from public;
grant execute on function models_to_judge to dialectic_app;

-- Saves which models a worker can call: [{ownerId, model, obstacle, terms}]. If an obstacle changed, an event is written for
-- each session with jobs that wait for the model. Returns the models for which another living worker has other terms.
create function note_models(judge text, judgements jsonb, valid_ms int) returns setof text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock_timestamp();
  changed jsonb;
begin
  changed := (
    select jsonb_agg(jsonb_build_object('owner_id', said."ownerId", 'model', said.model))
    from jsonb_to_recordset(judgements) as said ("ownerId" uuid, model text, obstacle text)
    left join worker_models mine on mine.worker = judge and mine.model = said.model and mine.owner_id = said."ownerId"
    where mine.worker is null and said.obstacle is not null or mine.worker is not null and mine.obstacle is distinct from said.obstacle);
  insert into worker_models (worker, model, owner_id, obstacle, terms, judged_at, valid_until)
  select judge, said.model, said."ownerId", said.obstacle, said.terms, moment, moment + make_interval(secs => valid_ms / 1000.0)
  from jsonb_to_recordset(judgements) as said ("ownerId" uuid, model text, obstacle text, terms text)
  on conflict (worker, model, owner_id) do update set
    obstacle = excluded.obstacle, terms = excluded.terms, judged_at = excluded.judged_at, valid_until = excluded.valid_until;
  delete from worker_models where valid_until < moment - interval '1 day';
  insert into events (owner_id, project_id, session_id, kind, data)
  select distinct job.owner_id, job.project_id, job.session_id, 'workers.changed', jsonb_build_object('model', job.lane)
  from jsonb_to_recordset(changed) as said (owner_id uuid, model text)
  join jobs job on job.lane = said.model and job.owner_id = said.owner_id
  where job.status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step') and job.session_id is not null;
  return query
    select distinct said.model
    from jsonb_to_recordset(judgements) as said ("ownerId" uuid, model text, terms text)
    join worker_models other on other.model = said.model and other.owner_id = said."ownerId"
    where other.worker <> judge and other.valid_until > moment and other.terms <> said.terms;
end $$;
revoke execute on function note_models from public;
grant execute on function note_models to dialectic_app;

-- Deletes what a worker that stops has reported about models.
create function forget_worker(gone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from worker_models where worker = gone;
$$;
revoke execute on function forget_worker from public;
grant execute on function forget_worker to dialectic_app;

-- True if another living worker can call the model.
create function another_can_call(judge text, owner uuid, wanted text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from worker_models
    where model = wanted and owner_id = owner and worker <> judge and obstacle is null and valid_until > clock_timestamp());
$$;
revoke execute on function another_can_call from public;
grant execute on function another_can_call to dialectic_app;

-- True if the worker has reported that it can call the model for this owner or, below, for any owner. Both functions are in
-- PL/pgSQL, so that their queries are set up only when a worker that judges models calls them. As subqueries in lease_jobs,
-- they would be set up on every call.
create function can_call(judge text, wanted text, owner uuid) returns boolean
  language plpgsql stable as $$
begin
  return exists (
    select from worker_models
    where worker = judge and model = wanted and owner_id = owner and obstacle is null);
end $$;
revoke execute on function can_call from public;

create function can_call_for_any(judge text, wanted text) returns boolean
  language plpgsql stable as $$
begin
  return exists (select from worker_models where worker = judge and model = wanted and obstacle is null);
end $$;
revoke execute on function can_call_for_any from public;

-- A worker leases up to max_jobs jobs: first jobs with expired leases (only while leases are trusted), then runnable jobs by
-- priority. It skips a lane that is full or held off, or whose rate limit is used up; such a lane costs one read, however
-- many jobs wait in it. A worker of another build is refused: `build` is the hash of the schema that it was written for. If
-- `judges` is true, the worker gets only jobs of models that it has reported as callable.
create function lease_jobs(
  worker text, kinds text[], max_jobs integer, lease_ms integer, build text default null, judges boolean default false
)
  returns setof jobs
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  started constant timestamptz := clock_timestamp(); -- a variable: an index scan needs a stable value
  slotted constant boolean := exists (select from concurrency_limits);
  limited constant boolean := slotted or exists (select from rate_limits);
  picked uuid[] := '{}';
  candidate record;
begin
  if build <> (select sha256 from migrations order by number desc limit 1) then
    raise exception 'The database was migrated by another version of Dialectic. Start the workers of that version.' using errcode = 'DL008';
  end if;
  perform note_pulse(lease_ms);
  for candidate in
    select id, lane, fence from jobs
    where status = 'processing' and lease_expires_at <= started and leases_are_trusted() and kind = any (kinds)
      and deaths + 1 < poison_deaths() and not cancel_requested and pause_requested is null -- sweep_jobs ends the others
      and (not limited or lane_room(lane, 1) > 0)
      and (not judges or lane = '' or can_call(worker, lane, owner_id))
    order by lease_expires_at
    limit max_jobs
    for no key update skip locked
  loop
    continue when slotted and candidate.lane <> ''
      and not take_slots(slot_holder(candidate.id, candidate.fence + 1), slot_keys(candidate.lane), lease_ms);
    picked := picked || candidate.id;
  end loop;

  for candidate in
    with recursive lanes as (
      (select lane from jobs
       where status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step')
       order by lane limit 1)
      union all
      select (select next.lane from jobs next
              where next.status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step')
                and next.lane > lanes.lane
              order by next.lane limit 1)
      from lanes where lanes.lane is not null
    )
    select best.* from lanes cross join lateral (
      select id, job.lane, fence, priority, run_at from jobs job
      where job.lane = lanes.lane
        and status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step')
        and run_at <= started and kind = any (kinds)
        and (not judges or job.lane = '' or can_call(worker, job.lane, job.owner_id))
      order by job.lane, priority desc, run_at, id
      limit case when limited then lane_room(lanes.lane, max_jobs) else max_jobs end
      for no key update skip locked) best
    where lanes.lane is not null
      -- A lane whose model this worker cannot call costs one read, however many jobs wait in it.
      and (not judges or lanes.lane = '' or can_call_for_any(worker, lanes.lane))
    order by best.priority desc, best.run_at, best.id
  loop
    exit when cardinality(picked) >= max_jobs;
    continue when slotted and candidate.lane <> ''
      and not take_slots(slot_holder(candidate.id, candidate.fence + 1), slot_keys(candidate.lane), lease_ms);
    picked := picked || candidate.id;
  end loop;

  if picked = '{}' then
    return;
  end if;
  perform end_if_silent(make_interval(secs => lease_ms / 1000.0));
  return query
    with taken as (
      update jobs set
        status = 'processing',
        fence = fence + 1,
        deaths = deaths + (status = 'processing')::int,
        errors = case when status = 'processing' then errors || job_error(jobs, 'lease_lost',
          format('Worker %s stopped responding; another worker took the job over.', lease_owner)) else errors end,
        lease_owner = worker,
        lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0),
        started_at = coalesce(started_at, clock_timestamp())
      where id = any (picked)
      returning *)
    select * from taken order by array_position(picked, id);
end $$;

-- If the connection breaks while a lease commits, jobs are leased to a worker that does not know of them. The worker
-- hands back every job that is leased to it and missing from `held` ([{id, fence}]). This counts neither as an attempt
-- nor as a death.
create function return_unknown_leases(worker text, held jsonb) returns int
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unknown uuid[];
  job record;
begin
  unknown := array(
    select id from jobs
    where status = 'processing' and lease_expires_at > '-infinity' and lease_owner = worker
      and not exists (
        select from jsonb_to_recordset(held) as lease (id uuid, fence bigint)
        where lease.id = jobs.id and lease.fence = jobs.fence));
  perform lock_lineage(unknown);
  for job in
    select id, resumes_as, run_at from jobs
    where id = any (unknown) and status = 'processing' and lease_owner = worker
    order by depth, id
  loop
    perform rest_job(job.id, job.resumes_as, job.run_at);
  end loop;
  return cardinality(unknown);
end $$;
revoke execute on function return_unknown_leases from public;
grant execute on function return_unknown_leases to dialectic_app;

-- Renews the leases that the worker still holds. A row that is locked at this moment is left for the next heartbeat: waiting
-- here could deadlock. Also returns the jobs that the worker no longer holds (lost) and those that are to stop (cancelled).
-- An expired lease is renewed too, unless the job has a higher fence because another worker has leased it.
create function renew_leases(worker text, held jsonb, lease_ms integer)
  returns table (renewed uuid[], lost uuid[], cancelled uuid[])
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  ours uuid[];
begin
  perform note_pulse(lease_ms);
  ours := array(
    select id from jobs join jsonb_to_recordset(held) as lease (id uuid, fence bigint) using (id, fence)
    where lease_owner = worker and status = 'processing'
    for no key update of jobs skip locked);
  update jobs set lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0) where id = any (ours);
  perform renew_slots(array(select slot_holder(id, fence) from jobs where id = any (ours)), lease_ms);
  return query select
    ours,
    array_agg(lease.id) filter (where jobs.id is null),
    array_agg(lease.id) filter (where jobs.cancel_requested)
  from jsonb_to_recordset(held) as lease (id uuid, fence bigint)
  left join jobs on jobs.id = lease.id and jobs.fence = lease.fence and jobs.lease_owner = worker and jobs.status = 'processing';
end $$;
revoke execute on function renew_leases from public;
grant execute on function renew_leases to dialectic_app;

-- The fenced lock with which every transaction of a handler begins.
create function lock_job(target uuid, held_fence bigint) returns jobs
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs;
begin
  select * into job from jobs where id = target for no key update;
  if job.id is null or job.fence <> held_fence or job.status <> 'processing' or job.lease_expires_at <= clock_timestamp() then
    raise exception 'Job % is no longer held under fence %: another worker may have it.', target, held_fence using errcode = 'DL001';
  end if;
  perform end_if_silent(job.lease_expires_at - clock_timestamp());
  return job;
end $$;

-- Cancels, pauses or fails one job whose worker is gone and that must not simply run again: a cancel or pause was
-- requested, or five workers in a row died while holding it. Does nothing while leases are not trusted. Workers call it
-- until it returns null.
create function sweep_jobs()
  returns uuid
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  started constant timestamptz := clock_timestamp();
  job jobs;
begin
  if not leases_are_trusted() then
    return null;
  end if;
  select * into job from jobs
  where status = 'processing' and lease_expires_at <= started
    and (deaths + 1 >= poison_deaths() or cancel_requested or pause_requested is not null)
  order by lease_expires_at limit 1;
  if not found then
    return null;
  end if;
  perform lock_lineage(array[job.id]);
  select * into job from jobs where id = job.id;
  if job.status <> 'processing' or job.lease_expires_at > clock_timestamp() then
    return job.id;
  end if;
  if job.deaths + 1 < poison_deaths() then
    perform rest_job(job.id, job.resumes_as, job.run_at);
    return job.id;
  end if;
  update jobs set deaths = deaths + 1 where id = job.id;
  perform end_job(job.id, 'failed', null, 'poison',
    format('%s workers in a row died while they ran this job. It is not retried automatically.', poison_deaths()));
  return job.id;
end $$;
revoke execute on function sweep_jobs from public;
grant execute on function sweep_jobs to dialectic_app;

-- 8. Families: locks, counting, waking -------------------------------------------------------------------------------

-- Locks the targets, the first jobs of their chains and all their ancestors, from the roots downwards.
create function lock_lineage(targets uuid[]) returns void language plpgsql as $$
declare
  line uuid[] := targets;
  above uuid[] := targets;
begin
  loop
    above := array(
      select distinct relative from jobs cross join lateral (values (parent_id), (chain_id)) relatives (relative)
      where id = any (above) and relative <> all (line));
    exit when above = '{}';
    line := line || above;
  end loop;
  perform from jobs where id = any (line) order by depth, id for no key update;
end $$;

-- Like lock_job, but first locks everything else that the end of an attempt may change.
create function lock_attempt(target uuid, held_fence bigint) returns jobs
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform lock_lineage(array[target]);
  return lock_job(target, held_fence);
end $$;

-- A chain is one unit of work, and the status of its newest job is the status of the chain.
create function chain_end(member uuid) returns jobs language plpgsql stable as $$
declare
  job jobs;
begin
  select * into job from jobs where id = member;
  if not found then
    raise exception 'There is no job %.', member using errcode = 'DL003';
  end if;
  while job.continued_by is not null loop
    select * into job from jobs where id = job.continued_by;
  end loop;
  return job;
end $$;

create function job_family(root uuid) returns setof jobs language sql stable as $$
  with recursive members as (
    select * from jobs where id = root
    union all
    select child.* from jobs child join members on child.parent_id = members.id
  ) select * from members order by depth, id;
$$;

-- Wakes or ends a waiting job once the outcome of its prerequisite is decided.
create function settle_waiter(waiter uuid) returns void language plpgsql as $$
declare
  job jobs;
  awaited jobs;
begin
  select * into job from jobs where id = waiter for no key update;
  if job.status <> 'waiting_for_prerequisite' then
    return;
  end if;
  perform from jobs where id = job.prerequisite_id for no key update;
  awaited := chain_end(job.prerequisite_id);
  while awaited.status = 'superseded' and awaited.superseded_by is not null loop
    update jobs set prerequisite_id = awaited.superseded_by where id = waiter;
    perform from jobs where id = awaited.superseded_by for no key update;
    awaited := chain_end(awaited.superseded_by);
  end loop;
  case awaited.status
    when 'completed' then
      update jobs set status = 'pending', run_at = greatest(run_at, clock_timestamp()) where id = waiter;
    when 'failed' then
      perform end_job(waiter, 'failed', awaited.id, 'prerequisite_failed', format('%s, a prerequisite of this job, failed: %s',
        job_name(awaited), coalesce(awaited.error ->> 'message', 'no reason was recorded')));
    when 'cancelled' then
      perform end_job(waiter, 'cancelled', awaited.id, 'run_cancelled', job_name(awaited) || ', a prerequisite of this job, was cancelled.');
    else null;
  end case;
end $$;

create function status_beneath_pause(job jobs) returns text
  language sql immutable
  return case job.status when 'paused' then job.resumes_as else job.status end;

-- Ends a job for a reason outside its attempt, such as the end of another job, and updates the jobs that wait for it.
create function end_job(target uuid, new_status text, because_of uuid, code text, message text) returns void
  language plpgsql as $$
begin
  update jobs set
    status = new_status,
    ended_by = because_of,
    error = job_error(jobs, code, message),
    errors = errors || job_error(jobs, code, message)
  where id = target;
  perform handle_job_completion(target);
end $$;

-- Called in the transaction that ended a job (completed, failed, cancelled, superseded), with its lineage locked:
-- wakes or ends every job that waits for it, and updates the parent.
create function handle_job_completion(ended uuid) returns void language plpgsql as $$
declare
  job jobs;
  waiter uuid;
  failing boolean;
begin
  select * into job from jobs where id = ended;
  if job.continued_by is not null then
    return; -- the chain continues: other jobs wait for its last job, not for this one
  end if;
  failing := job.status = 'failed' and fails_parent(job);
  if failing then
    perform mark_parent_failed(job);
  end if;
  for waiter in
    select id from jobs where prerequisite_id = job.chain_id and status = 'waiting_for_prerequisite' order by id
  loop
    perform settle_waiter(waiter);
  end loop;
  if failing then
    perform cancel_unstarted(job);
    perform handle_job_completion(job.parent_id);
  elsif job.parent_id is not null then
    perform settle_parent(job.parent_id);
  end if;
end $$;

-- True if a child's failure immediately decides its parent's outcome.
create function fails_parent(child jobs) returns boolean language plpgsql stable as $$
declare
  parent jobs;
  reachable int;
begin
  if child.optional or child.parent_id is null then
    return false;
  end if;
  select * into parent from jobs where id = child.parent_id;
  if parent.current_step is distinct from child.parent_step
    or status_beneath_pause(parent) <> 'waiting_for_children' then
    return false;
  end if;
  if parent.on_child_failure like 'quorum%' then
    select count(*) into reachable from jobs
    where parent_id = parent.id and parent_step is not distinct from parent.current_step and not optional
      and continued_by is null and status not in ('failed', 'cancelled', 'superseded');
    return reachable < quorum_of(parent);
  end if;
  return parent.on_child_failure = 'fail';
end $$;

-- How many children of the current step must complete: the quorum, or all of them if the step has fewer.
create function quorum_of(parent jobs) returns int
  language sql stable
  return least(substring(parent.on_child_failure from '\d+')::int, (
    select count(*)::int from jobs
    where parent_id = parent.id and parent_step is not distinct from parent.current_step and not optional
      and continued_by is null and status <> 'superseded'));

create function mark_parent_failed(child jobs) returns void language plpgsql as $$
begin
  update jobs set
    status = 'failed',
    ended_by = child.id,
    error = job_error(jobs, 'child_failed', why) || jsonb_build_object('childId', child.id, 'step', current_step),
    errors = errors || job_error(jobs, 'child_failed', why)
  from (
    select format('In step %s, %s failed: %s', child.parent_step, job_name(child),
      coalesce(child.error ->> 'message', 'no reason was recorded')) as why) reason
  where id = child.parent_id;
end $$;

-- Fail-fast: running siblings finish and keep their work; those that have not started are cancelled.
create function cancel_unstarted(failed_child jobs) returns void language plpgsql as $$
declare
  sibling uuid;
begin
  for sibling in
    select id from jobs job
    where parent_id = failed_child.parent_id and continuation = 0 and not optional
      and status_beneath_pause(job) in ('pending', 'retrying', 'waiting_for_prerequisite')
      and not exists (select from jobs child where child.parent_id = job.id)
    order by id
    for no key update
  loop
    perform end_job(sibling, 'cancelled', failed_child.id, 'run_cancelled', format('Not started, because %s failed.', job_name(failed_child)));
  end loop;
end $$;

-- Counts the children of a waiting parent, whose row the caller has locked, and wakes or ends the parent when no child
-- is open.
create function settle_parent(target uuid) returns void language plpgsql as $$
declare
  parent jobs;
  n record;
  culprit jobs;
begin
  select * into parent from jobs where id = target for no key update;
  if parent.status <> 'waiting_for_children' then
    return; -- a paused parent is counted again when it is resumed
  end if;
  select
    count(*) filter (where not job_is_over(status)) as open,
    count(*) filter (where status = 'completed' and of_step) as completed,
    count(*) filter (where status in ('failed', 'cancelled') and of_step) as missing
  into n
  from (
    select status, not optional and parent_step is not distinct from parent.current_step as of_step
    from jobs where parent_id = target and continued_by is null) children;
  if n.open > 0 then
    return;
  end if;
  if parent.on_child_failure = 'fail' and n.missing > 0
    or parent.on_child_failure like 'quorum%' and n.completed < quorum_of(parent) then
    select * into culprit from jobs
    where parent_id = target and parent_step is not distinct from parent.current_step and not optional
      and continued_by is null and status in ('failed', 'cancelled')
    order by status desc, id limit 1; -- a failure explains more than a cancellation
    if culprit.status = 'failed' then
      perform mark_parent_failed(culprit);
      perform handle_job_completion(target);
    else
      perform end_job(target, 'cancelled', culprit.id, 'run_cancelled', job_name(culprit) || ' was cancelled.');
    end if;
  elsif parent.current_step < parent.total_steps then
    update jobs set status = 'pending_next_step', run_at = clock_timestamp() where id = target;
  else
    update jobs set status = 'completed' where id = target;
    perform handle_job_completion(target);
  end if;
end $$;

-- 9. Creating jobs ---------------------------------------------------------------------------------------------------

-- True if `dependent` can end only after `other` or after an ancestor of `other`. Follows the children, continuations
-- and prerequisites of `dependent`, and theirs in turn.
create function job_needs(dependent uuid, other uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    with recursive above as (
      select id, parent_id from jobs where id = other
      union
      select up.id, up.parent_id from above join jobs up on up.id = above.parent_id
    ), needed as (
      select id, prerequisite_id, continued_by from jobs where id = dependent
      union
      select next.* from needed cross join lateral (
        select id, job.prerequisite_id, job.continued_by from jobs job
        where parent_id = needed.id and not job_is_over(status)
        union all
        select id, job.prerequisite_id, job.continued_by from jobs job
        where id = any (array[needed.prerequisite_id, needed.continued_by]) and (not job_is_over(status) or job.continued_by is not null)
      ) next
    )
    select from needed join above using (id));
end $$;

-- Inserts a job, or finds the existing one with its idempotency key. The prerequisite of the new job is locked, so that
-- it cannot finish unnoticed. A child of a paused parent is paused, too.
create function insert_job(new_job jsonb) returns uuid
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := jsonb_populate_record(null::jobs, new_job);
  made uuid;
  twin jobs;
begin
  if job.parent_id is not null then
    perform lock_lineage(array[job.parent_id]);
  end if;
  if job.prerequisite_id is not null then
    select chain_id into job.prerequisite_id from jobs where id = job.prerequisite_id;
    perform from jobs where id = job.prerequisite_id for no key update;
    if not found then
      raise exception 'There is no job % to wait for.', new_job ->> 'prerequisite_id' using errcode = 'DL003';
    end if;
    if job.parent_id is not null and job_needs(job.prerequisite_id, job.parent_id) then
      raise exception 'A child of job % cannot wait for job %: that job cannot end before job % does.', job.parent_id, job.prerequisite_id, job.parent_id
        using errcode = 'DL004';
    end if;
  end if;
  loop
    insert into jobs (
      id, owner_id, kind, status, project_id, session_id, stage, iteration, model, step_key, output_type,
      template_version, target_contribution, label, work_key, payload, parent_id, prerequisite_id, optional,
      idempotency_key, max_retries, priority, run_at)
    values (
      coalesce(job.id, new_id()), acting_user(), job.kind,
      case when job.prerequisite_id is null then 'pending' else 'waiting_for_prerequisite' end,
      job.project_id, job.session_id, job.stage, job.iteration, job.model, job.step_key, job.output_type,
      job.template_version, job.target_contribution, job.label, job.work_key, coalesce(job.payload, '{}'), job.parent_id,
      job.prerequisite_id, coalesce(job.optional, false), job.idempotency_key, coalesce(job.max_retries, 3),
      coalesce(job.priority, 0), coalesce(job.run_at, clock_timestamp()))
    on conflict (owner_id, idempotency_key)
      where idempotency_key is not null and status not in ('failed', 'cancelled', 'superseded')
      do nothing
    returning id into made;
    exit when made is not null;
    select * into twin from jobs
    where owner_id = acting_user() and idempotency_key = job.idempotency_key
      and status not in ('failed', 'cancelled', 'superseded');
    if found and twin.parent_id is distinct from job.parent_id and not job_is_over(twin.status) then
      raise exception 'The work % is already under way as job %, under another parent.', job.idempotency_key, twin.id using errcode = 'DL004';
    end if;
    if found then
      return twin.id;
    end if; -- the existing job ended in between, so the key is free again
  end loop;
  if job.prerequisite_id is not null then
    perform settle_waiter(made);
  end if;
  if job.parent_id is not null then
    perform inherit_pause(made);
  end if;
  return made;
end $$;

create function inherit_pause(child uuid) returns void language plpgsql as $$
begin
  update jobs set status = 'paused', pause_reason = coalesce(parent.pause_reason, parent.pause_requested)
  from jobs parent
  where jobs.id = child and parent.id = jobs.parent_id
    and coalesce(parent.pause_reason, parent.pause_requested) is not null
    and not job_is_over(jobs.status) and jobs.status not in ('paused', 'processing');
end $$;

-- 10. How an attempt ends (called by the worker as the job's owner) --------------------------------------------------

-- Ends the processing of a job: sets the new status. If a pause or a cancellation was requested in the meantime, pauses
-- or cancels the job instead.
create function rest_job(target uuid, new_status text, due timestamptz) returns text language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs where id = target;
  perform free_slots(array[slot_holder(job.id, job.fence)]);
  update jobs set
    status = case
      when cancel_requested then 'cancelled'
      when pause_requested is not null then 'paused'
      else new_status end,
    pause_reason = case when not cancel_requested then pause_requested end,
    resumes_as = new_status,
    run_at = due
  where id = target
  returning * into job;
  if job.status = 'cancelled' then
    perform handle_job_completion(target);
  end if;
  return job.status;
end $$;

-- Completes several jobs in one call, because a commit costs more than a completion: [{id, fence, results}]. Returns those
-- that were still held.
create function complete_jobs(attempts jsonb) returns setof uuid
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  held uuid[];
  job uuid;
begin
  perform lock_lineage(array(select id from jsonb_to_recordset(attempts) as attempt (id uuid)));
  held := array(
    select id from jobs join jsonb_to_recordset(attempts) as attempt (id uuid, fence bigint) using (id, fence)
    where id = any (array(select id from jsonb_to_recordset(attempts) as attempt (id uuid)))
      and status = 'processing' and lease_expires_at > clock_timestamp()
    order by id);
  if held = '{}' then
    return;
  end if;
  perform end_if_silent((select min(lease_expires_at) from jobs where id = any (held)) - clock_timestamp());
  perform free_slots(array(select slot_holder(id, fence) from jobs where id = any (held)));
  update jobs set status = 'completed', results = attempt.results, error = null, deaths = 0
  from jsonb_to_recordset(attempts) as attempt (id uuid, results jsonb)
  where jobs.id = attempt.id and jobs.id = any (held);
  for job in
    select id from jobs done where id = any (held) and (parent_id is not null or exists (
      select from jobs waiter where waiter.prerequisite_id = done.chain_id and waiter.status = 'waiting_for_prerequisite'))
    order by id
  loop
    perform handle_job_completion(job);
  end loop;
  return query select unnest(held);
end $$;

-- Like complete_jobs, for one job whose effects are in the same transaction: if the job is no longer held, the effects
-- are rolled back.
create function complete_job(target uuid, held_fence bigint, attempt_results jsonb) returns void
  language plpgsql as $$
begin
  perform complete_jobs(jsonb_build_array(jsonb_build_object('id', target, 'fence', held_fence::text, 'results', attempt_results)));
  if not found then
    raise exception 'The lease of job % expired while its attempt was recorded.', target using errcode = 'DL001';
  end if;
end $$;

-- For an attempt whose answer is not complete yet: saves its results, completes the job and creates the next job of its
-- chain, in one transaction.
create function continue_job(target uuid, held_fence bigint, next_job jsonb, attempt_results jsonb) returns uuid
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
  successor jobs := jsonb_populate_record(job, next_job);
begin
  successor.id := coalesce((next_job ->> 'id')::uuid, new_id());
  insert into jobs (
    id, owner_id, kind, status, project_id, session_id, stage, iteration, model, step_key, output_type,
    template_version, target_contribution, label, work_key, payload, parent_id, parent_step, optional,
    idempotency_key, max_retries, priority, chain_id, continuation)
  values (
    successor.id, job.owner_id, successor.kind, 'pending_continuation', job.project_id, job.session_id, job.stage, job.iteration,
    successor.model, job.step_key, job.output_type, job.template_version, successor.target_contribution, successor.label, job.work_key,
    successor.payload, job.parent_id, job.parent_step, job.optional, job.chain_id || ':continuation:' || (job.continuation + 1),
    successor.max_retries, job.priority, job.chain_id, job.continuation + 1);
  perform free_slots(array[slot_holder(job.id, job.fence)]);
  update jobs set status = 'completed', continued_by = successor.id, results = attempt_results, error = null, deaths = 0 where id = target;
  if job.cancel_requested then
    perform end_job(successor.id, 'cancelled', null, 'run_cancelled', 'Cancelled while the job before it was running.');
  elsif job.pause_requested is not null then
    update jobs set status = 'paused', pause_reason = job.pause_requested where id = successor.id;
  else
    perform inherit_pause(successor.id);
  end if;
  return successor.id;
end $$;

-- Creates children and starts waiting for them in one transaction. Without open children, the job continues immediately.
create function wait_for_children(target uuid, held_fence bigint, children jsonb, step int, steps int, policy text) returns text
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
  child jsonb;
  reached text;
begin
  if job.cancel_requested then
    return rest_job(target, job.resumes_as, job.run_at); -- no children are created, so that a retry plans again
  end if;
  update jobs set current_step = step, total_steps = steps, on_child_failure = policy, error = null, deaths = 0 where id = target;
  perform rest_job(target, 'waiting_for_children', job.run_at);
  for child in select * from jsonb_array_elements(children) loop
    perform insert_job(child || jsonb_build_object('parent_id', target));
  end loop;
  perform settle_parent(target);
  select status into reached from jobs where id = target;
  return reached;
end $$;

-- A job that is being processed finds that another job, its prerequisite, has to be done first. The prerequisite
-- becomes a child of the job, so that both are locked, paused, cancelled and retried together. If a job for the same
-- work exists, the job waits for the existing one.
create function wait_for_prerequisite(target uuid, held_fence bigint, needed jsonb) returns text
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
  awaited uuid;
  reached text;
begin
  if job.cancel_requested then
    return rest_job(target, job.resumes_as, job.run_at); -- no prerequisite is created, so that a retry runs the job again
  end if;
  select chain_id into awaited from jobs
  where owner_id = acting_user() and idempotency_key = needed ->> 'idempotency_key'
    and status not in ('failed', 'cancelled', 'superseded');
  awaited := coalesce(awaited, insert_job(needed || jsonb_build_object('parent_id', target)));
  update jobs set prerequisite_id = awaited, error = null, deaths = 0 where id = target;
  perform rest_job(target, 'waiting_for_prerequisite', job.run_at);
  perform settle_waiter(target);
  select status into reached from jobs where id = target;
  return reached;
end $$;

-- An error ends the attempt: the job is retried later, or fails. Only here are attempts counted. Outage errors of a
-- provider (`window_ms` is not null) are retried until the retry window is over, and at least as often as other errors.
-- They count as attempts only if the provider may bill them. The window begins with the first of them; for a job that
-- was queued during the outage, it begins with the model's first failure.
create function fail_job(
  target uuid, held_fence bigint, code text, message text, may_retry boolean, delay_ms bigint,
  window_ms bigint, is_billed boolean, final_message text
) returns text
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
  is_outage constant boolean := may_retry and window_ms is not null;
  retry_window constant interval := make_interval(secs => coalesce(job.retry_window_ms, window_ms) / 1000.0);
  moment constant timestamptz := clock_timestamp();
  outage record;
  failure jsonb;
  may_go_on boolean;
begin
  if is_outage then
    if job.outage_since is null or job.run_at + greatest(retry_window, interval '1 minute') < moment then
      job.outage_since := moment;
      job.outage_tries := 0;
    end if;
    job.outage_tries := job.outage_tries + 1;
    select since, failures into outage from outage_of(job.lane);
    if found then
      job.outage_since := least(job.outage_since, greatest(outage.since, job.runnable_since));
    end if;
    may_go_on := moment < job.outage_since + retry_window
      or greatest(job.outage_tries, outage.failures) <= job.max_retries;
  else
    job.outage_since := null;
    job.outage_tries := 0;
    may_go_on := may_retry;
  end if;
  if not is_outage or is_billed then
    job.attempt := job.attempt + 1;
    may_go_on := may_go_on and job.attempt <= job.max_retries;
  end if;
  failure := job_error(job, code, case when may_go_on then message else coalesce(final_message, message) end);
  update jobs set
    attempt = job.attempt,
    outage_since = job.outage_since,
    outage_tries = job.outage_tries,
    retry_window_ms = case when is_outage then coalesce(retry_window_ms, window_ms) else retry_window_ms end,
    deaths = 0,
    error = failure,
    -- If the latest failure is repeated, only its count grows: a long outage must not make a long list.
    errors = case when job.outage_tries > 1 and errors -> -1 ->> 'code' = code
      then (errors - -1) || (failure || jsonb_build_object(
        'at', errors -> -1 -> 'at', 'lastAt', failure -> 'at', 'tries', coalesce((errors -> -1 ->> 'tries')::int, 1) + 1))
      else errors || failure end
  where id = target;
  if may_go_on then
    return rest_job(target, 'retrying', moment + make_interval(secs => delay_ms / 1000.0));
  end if;
  perform free_slots(array[slot_holder(job.id, job.fence)]);
  update jobs set status = 'failed' where id = target;
  perform handle_job_completion(target);
  return 'failed';
end $$;

-- The job needs money or an approval: the job and its runnable siblings are paused until they are resumed.
create function pause_attempt(target uuid, held_fence bigint, reason text) returns text
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
begin
  update jobs set pause_requested = reason, deaths = 0 where id = target;
  update jobs set status = 'paused', pause_reason = reason
  where not job.cancel_requested and id in (
    select id from jobs
    where parent_id = job.parent_id and id <> target and job_is_runnable(status)
    order by id
    for no key update);
  return rest_job(target, job.resumes_as, job.run_at);
end $$;

-- The attempt could not be made now, through no fault of the job: the job returns to the status it was leased from. That
-- counts neither as an attempt nor as a death.
create function snooze_job(target uuid, held_fence bigint, delay_ms bigint) returns text
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_attempt(target, held_fence);
begin
  update jobs set deaths = 0 where id = target and deaths > 0;
  return rest_job(target, job.resumes_as, clock_timestamp() + make_interval(secs => greatest(delay_ms, 0) / 1000.0));
end $$;

-- Hands back jobs ([{id, fence}]) because of a shutdown, or because their handler stopped on request. This counts
-- neither as an attempt nor as a death.
create function hand_back(attempts jsonb) returns setof uuid
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job record;
begin
  perform lock_lineage(array(select id from jsonb_to_recordset(attempts) as attempt (id uuid)));
  for job in
    select id, resumes_as, run_at from jobs join jsonb_to_recordset(attempts) as attempt (id uuid, fence bigint) using (id, fence)
    where status = 'processing'
    order by depth, id
  loop
    perform rest_job(job.id, job.resumes_as, job.run_at);
    return next job.id;
  end loop;
end $$;

-- 11. What a user may do ---------------------------------------------------------------------------------------------

-- Locks the newest job of the target's chain and everything below it, and returns that job. From then on its chain cannot
-- grow and its tree cannot change: both would need a lock that this transaction holds.
create function lock_family(target uuid) returns jobs language plpgsql as $$
declare
  root jobs;
begin
  perform lock_lineage(array[target]);
  root := chain_end(target);
  perform from jobs where id in (select id from job_family(root.id)) order by depth, id for no key update;
  return chain_end(target);
end $$;

-- Cancels a job and everything below it. Running jobs are asked to stop, and keep what they have saved.
create function cancel_job(target uuid) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  root jobs := lock_family(target);
  member uuid;
begin
  if root.status in ('completed', 'superseded') then
    raise exception 'Job % is %; there is nothing to cancel.', target, root.status using errcode = 'DL002';
  end if;
  update jobs set cancel_requested = true where id in (select id from job_family(root.id)) and status = 'processing';
  update jobs set status = 'cancelled', ended_by = null
  where id in (select id from job_family(root.id)) and status <> 'processing' and not job_is_over(status);
  -- Waiting jobs and the parent are updated only now, when all idle jobs of the family are cancelled.
  for member in select id from job_family(root.id) where status = 'cancelled' order by depth desc, id loop
    perform handle_job_completion(member);
  end loop;
end $$;

-- Pauses a job and everything below it. Resuming returns each job to its earlier status. Running jobs finish their attempt;
-- what that attempt would start (a retry, a continuation, children) is paused. Children that complete while their parent is
-- paused are counted when the parent is resumed. A failed child fails a paused parent immediately.
create function pause_job(target uuid, reason text) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  root jobs := lock_family(target);
begin
  if not exists (select from job_family(root.id) where not job_is_over(status)) then
    raise exception 'Job % is %; there is nothing to pause.', target, root.status using errcode = 'DL002';
  end if;
  update jobs set pause_requested = reason where id in (select id from job_family(root.id)) and status = 'processing';
  update jobs set status = 'paused', pause_reason = reason
  where id in (select id from job_family(root.id)) and status not in ('processing', 'paused') and not job_is_over(status);
end $$;

create function resume_job(target uuid) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  root jobs := lock_family(target);
  resumed uuid[];
begin
  resumed := array(select id from job_family(root.id) where status = 'paused' or pause_requested is not null);
  if resumed = '{}' then
    raise exception 'Job % is %, not paused.', target, root.status using errcode = 'DL002';
  end if;
  update jobs set pause_requested = null where id = any (resumed) and status = 'processing';
  update jobs set status = resumes_as where id = any (resumed) and status = 'paused';
  perform settle_jobs(resumed);
end $$;

-- Re-checks jobs that were resumed or retried: the jobs they wait for may have ended in the meantime.
create function settle_jobs(targets uuid[]) returns void language plpgsql as $$
declare
  job record;
begin
  for job in select id, status from jobs where id = any (targets) order by depth desc, id loop
    if job.status = 'waiting_for_prerequisite' then
      perform settle_waiter(job.id);
    elsif job.status = 'waiting_for_children' then
      perform settle_parent(job.id);
    end if;
  end loop;
end $$;

-- Restarts a failed or cancelled job. Also restarts those of the following that failed or were cancelled: the jobs below it,
-- its prerequisites, the jobs that ended because of it, and its ancestors, which wait for their children again. If the job
-- has not ended, the jobs of its tree that wait for a provider or for their next attempt become due now.
--
-- A retry withdraws a cancellation that running jobs have not obeyed yet. Otherwise such a job would end as cancelled
-- after the retry, and cancel its restarted parent again. A running job of the tree continues, or starts again if its
-- worker has already stopped it.
create function retry_job(target uuid) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  root jobs := lock_family(target);
  revived uuid[];
  more uuid[];
  clash text;
begin
  if root.status not in ('failed', 'cancelled') and retry_waiting(root.id) then
    return;
  end if;
  if root.status not in ('failed', 'cancelled') then
    raise exception 'Job % is %; only a failed or cancelled job can be retried.', target, root.status using errcode = 'DL002';
  end if;
  revived := array(select id from job_family(root.id) where status in ('failed', 'cancelled') and continued_by is null);
  loop
    more := array(
      select distinct missing.id
      from jobs waiter
      cross join lateral chain_end(waiter.prerequisite_id) awaited
      cross join lateral job_family(awaited.id) missing
      where waiter.id = any (revived) and waiter.prerequisite_id is not null
        and missing.status in ('failed', 'cancelled') and missing.continued_by is null and missing.id <> all (revived));
    exit when more = '{}';
    revived := revived || more;
  end loop;
  loop
    more := array(
      select id from (
        select * from jobs where ended_by = any (revived)
        union
        select * from jobs where id = any (array(select parent_id from jobs where id = any (revived)))) touched
      where status in ('failed', 'cancelled') and continued_by is null and id <> all (revived));
    exit when more = '{}';
    revived := revived || more;
  end loop;
  perform lock_lineage(revived);
  select twin.idempotency_key into clash from jobs job join jobs twin using (owner_id, idempotency_key)
  where job.id = any (revived) and twin.id <> job.id
    and twin.idempotency_key is not null and twin.status not in ('failed', 'cancelled', 'superseded')
  limit 1;
  if found then
    raise exception 'The work % is done by another job already; job % cannot be retried.', clash, target using errcode = 'DL004';
  end if;
  update jobs set
    status = case when resumes_as in ('waiting_for_children', 'waiting_for_prerequisite') then resumes_as else 'pending' end,
    attempt = 0, deaths = 0, error = null, ended_by = null, run_at = clock_timestamp()
  where id = any (revived) and status in ('failed', 'cancelled');
  update jobs set cancel_requested = false
  where id in (select id from job_family(root.id)) and status = 'processing' and cancel_requested;
  perform inherit_pause(id) from jobs where id = any (revived) order by depth, id;
  perform settle_jobs(revived);
end $$;

-- Everything in a tree that waits for a provider or for its next attempt becomes due now. Returns false if nothing
-- waits.
create function retry_waiting(root uuid) returns boolean language plpgsql as $$
declare
  waiting uuid[];
begin
  waiting := array(
    select job.id from job_family(root) job left join lateral outage_of(job.lane) outage on true
    where job_is_runnable(job.status) and (job.status = 'retrying' or job.outage_since is not null or outage.is_closed));
  if waiting = '{}' then
    return false;
  end if;
  update jobs set run_at = least(run_at, clock_timestamp()) where id = any (waiting);
  perform retry_model(lane) from (select distinct lane from jobs where id = any (waiting) and lane <> '') lanes;
  perform pg_notify('dialectic_jobs', '');
  return true;
end $$;

-- Replaces a job's work with another job: the old chain is superseded, and jobs that were still waiting for it wait for the
-- new job.
create function supersede_job(target uuid, successor jsonb) returns uuid
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  old jobs := lock_family(target);
  chain uuid[] := old.chain_id || array(select id from jobs where chain_id = old.chain_id and continuation > 0);
  made uuid;
begin
  if exists (select from job_family(old.id) where id <> old.id and not job_is_over(status)) then
    raise exception 'Job % has children under way; cancel them first.', target using errcode = 'DL002';
  end if;
  -- The old job releases its key before the new one takes it.
  update jobs set status = 'superseded' where id = any (chain) and status <> 'superseded';
  made := insert_job(successor);
  update jobs set superseded_by = made where id = any (chain);
  perform handle_job_completion(old.id);
  return made;
end $$;

-- The job whose error made the target fail, which may be the target itself. The errors of the jobs in between only repeat
-- that error.
create function root_cause(target uuid) returns table (job_id uuid, label text, code text, message text)
  language sql stable as $$
  with recursive cause as (
    select id, null::text as label, error, ended_by, 0 as depth from jobs where id = target
    union all
    select j.id, j.label, j.error, j.ended_by, cause.depth + 1
    from cause join jobs j on j.id = cause.ended_by
  ) cycle id set is_cycle using path
  select id, label, coalesce(error ->> 'code', 'internal'), coalesce(error ->> 'message', '')
  from cause
  where not is_cycle
  order by depth desc
  limit 1;
$$;

-- Takes the failed and cancelled jobs of these models out of a failed tree. They are superseded, so that their parents do
-- not count them and a retry does not restart them. Jobs that were cancelled because of them start again. Returns false if
-- the tree has not failed.
create function exclude_models(root uuid, models text[]) returns boolean
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  top jobs := lock_family(root);
  excluded uuid[];
  revived uuid[];
begin
  if top.status <> 'failed' then
    return false;
  end if;
  excluded := array(
    select id from jobs
    where parent_id = top.id and model = any (models) and continued_by is null and status in ('failed', 'cancelled'));
  revived := top.id || array(
    select id from jobs
    where parent_id = top.id and status = 'cancelled' and ended_by = any (excluded) and id <> all (excluded));
  update jobs set status = 'superseded'
  where id in (select member.id from unnest(excluded) one (id) cross join lateral job_family(one.id) member)
    and status in ('failed', 'cancelled');
  update jobs set
    status = case when resumes_as in ('waiting_for_children', 'waiting_for_prerequisite') then resumes_as else 'pending' end,
    attempt = 0, deaths = 0, error = null, ended_by = null, run_at = clock_timestamp()
  where id = any (revived);
  perform inherit_pause(id) from jobs where id = any (revived) order by depth, id;
  perform settle_jobs(revived);
  return true;
end $$;
