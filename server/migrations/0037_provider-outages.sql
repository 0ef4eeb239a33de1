-- Provider outages: a provider that is down or rate limits for minutes does not use up the tries of a job. The job is
-- retried until its retry window is over, and a circuit breaker for each model keeps all jobs that want the model from
-- calling it at once (docs/decisions/0040-provider-outages.md).

-- 1. The circuit breaker of a model ----------------------------------------------------------------------------------

alter table rate_limits
  -- The first and the latest of the failures in a row, and how many there were; null: the model answers.
  add column failing_since timestamptz,
  add column failed_at timestamptz,
  add column failures int not null default 0 check (failures >= 0),
  add column failure_code text,
  add column failure_status int,
  add column failure_window_ms bigint,
  -- Half-open: one call probes the model until then; the others wait for its outcome.
  add column probe_until timestamptz;

-- How long the other calls wait for the outcome of a probe. A probe whose process died is replaced after this.
create function probe_lease() returns interval language sql immutable parallel safe return interval '30 seconds';

-- As before; a failing model lets one call through at a time. Calls that wait for a probe look again after a second.
create or replace function rates_at(keys text[], moment timestamptz)
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

create or replace function take_rate(model text, tokens bigint) returns int
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

create or replace function take_rate_at(keys text[], tokens bigint, moment timestamptz) returns int language plpgsql as $$
declare
  wait int;
begin
  -- Rounded, or the dust of floating-point numbers would cost a millisecond.
  select ceil(round(max(wait_ms)::numeric, 3))::int into wait from rates_at(keys, moment);
  if wait > 0 then
    return wait;
  end if;
  update rate_limits set
    requests_missing = case when rate.requests is null then 0 else rate.requests_missing + 1 end,
    -- A call larger than a minute's tokens costs that minute, not the next ones as well.
    tokens_missing = case when rate.tokens is null then 0
      else rate.tokens_missing + least(greatest(take_rate_at.tokens, 0), rate.tokens) end,
    counted_at = moment
  from rates_at(keys, moment) rate
  where rate_limits.key = rate.key and (rate.requests is not null or rate.tokens is not null);
  update rate_limits set probe_until = moment + probe_lease() where key = any (keys) and failing_since is not null;
  return 0;
end $$;

-- A call failed because its provider is down or rate limits. Opens the breaker: no call until the provider's retry-after
-- or the backoff is over. Failures of calls that were under way together count as one. A silence longer than the window
-- (a machine that slept) ends a row of failures.
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

-- A call was answered: closes the breaker, unless the call began before the latest failure. That a long stream ends well
-- says nothing about whether new calls are accepted.
create function report_answer(model text, took_ms double precision) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rate_limits set
    failing_since = null, failed_at = null, failures = 0, failure_code = null, failure_status = null,
    failure_window_ms = null, probe_until = null, held_off_until = null
  where key = 'model:' || model and failing_since is not null
    and failed_at < clock_timestamp() - make_interval(secs => took_ms / 1000);
  if found then
    delete from rate_limits
    where key = 'model:' || model
      and coalesce(requests_per_minute, tokens_per_minute, learned_requests, learned_tokens) is null
      and failing_since is null and held_off_until is null;
    perform pg_notify('dialectic_jobs', '');
  end if;
end $$;

-- A call ended without telling anything about its provider (it was cancelled): the next one may probe.
create function release_probe(model text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update rate_limits set probe_until = null where key = 'model:' || model and probe_until is not null;
$$;

-- Lets one call try a failing model now, on a person's wish.
create function retry_model(model text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update rate_limits set held_off_until = null, probe_until = null where key = 'model:' || model and failing_since is not null;
$$;

-- The outage of a model; no row when it answers.
create function outage_of(
  model text, out since timestamptz, out failures int, out code text, out status int, out window_ms bigint,
  out next_try_at timestamptz, out is_closed boolean
) returns setof record
  language sql stable security definer set search_path = public, pg_temp as $$
  select failing_since, failures, failure_code, failure_status, failure_window_ms, held_off_until,
    coalesce(greatest(held_off_until, probe_until) > clock_timestamp(), false)
  from rate_limits where key = 'model:' || model and failing_since is not null;
$$;

-- 2. Jobs that wait for a provider -----------------------------------------------------------------------------------

alter table jobs
  -- The first of the provider failures in a row, and how many there were.
  add column outage_since timestamptz,
  add column outage_tries int not null default 0 check (outage_tries >= 0),
  -- Since when it could run, whatever keeps it from running.
  add column runnable_since timestamptz not null default clock_timestamp(),
  -- How long provider failures are retried; null: as the worker is set. Children and continuations take it over.
  add column retry_window_ms int check (retry_window_ms >= 0);

-- What was set for the session when it was made; null: as the workers are set.
alter table sessions add column retry_window_ms int check (retry_window_ms >= 0);

create function inherit_retry_window() returns trigger language plpgsql as $$
begin
  new.retry_window_ms := (select retry_window_ms from jobs where id = coalesce(new.parent_id, new.chain_id));
  return new;
end $$;
create trigger inherit_retry_window before insert on jobs for each row
  when (new.retry_window_ms is null) execute function inherit_retry_window();

-- A job that becomes runnable by something else than the end of its own turn begins a new row of failures.
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

-- An error ends the turn: another try later, or the end. Errors of a provider that is down (`window_ms` is not null) are
-- retried until the window that began with the first of them is over, and at least as often as other errors; they count
-- as tries only if the provider may bill them. For a job that waited behind others, the row began when the model did.
drop function fail_job(uuid, bigint, text, text, boolean, bigint);
create function fail_job(
  target uuid, held_fence bigint, code text, message text, may_retry boolean, delay_ms bigint,
  window_ms bigint, is_billed boolean, final_message text
) returns text language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  job jobs := lock_turn(target, held_fence);
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
    -- The same failure again in one row is one entry that counts: a long outage must not make a long list.
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

-- Jobs that wait for a provider, each with what it waits for. A job that was never tried waits if the breaker of its model
-- keeps it from being claimed; one that is running waits if it is another try.
create view provider_waits with (security_invoker = true) as
select j.id as job_id, j.session_id, j.iteration, j.stage, j.lane as model, j.status = 'processing' as is_trying,
  coalesce(outage.code, j.error ->> 'code') as code,
  outage.status,
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
  or outage.is_closed and job_is_runnable(j.status);
grant select on provider_waits to dialectic_app;

-- As before; work that waits for a provider is tried now.
create or replace function retry_job(target uuid) returns void language plpgsql
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
  perform inherit_pause(id) from jobs where id = any (revived) order by depth, id;
  perform settle_jobs(revived);
end $$;

-- Ends the waiting of everything in a family that waits for a provider or for its next try; false when nothing does.
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

-- As before; a job that waits for its provider says so once, not with every try.
create or replace function job_notice() returns trigger language plpgsql as $$
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

-- 3. Prompts that a provider refused as too long ----------------------------------------------------------------------

create index model_calls_overflows on model_calls (owner_id, model, at desc) where error_code = 'context_window';

-- 4. Rights ----------------------------------------------------------------------------------------------------------

-- These see the rows of all owners; the program calls them, nobody else.
revoke execute on function report_failure, report_answer, release_probe, retry_model, outage_of from public;
grant execute on function report_failure, report_answer, release_probe, retry_model, outage_of to dialectic_app;
