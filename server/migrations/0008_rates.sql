-- Rates: how many requests and tokens a minute a model or a provider allows, counted here so that they hold over all
-- processes and for calls that are no jobs; and the moment until which a model is held off.
--
-- Each key has two buckets that fill up while nobody calls (docs/decisions/0011-rate-limits.md says why these shapes):
-- * requests: a tenth of the minute's, at least one, and as much refill as keeps every minute within the limit:
--   burst + refill = limit + 1, so that no half-open minute sees more than the limit;
-- * tokens: a tenth of the minute's, refilled with the other nine. A call passes while the bucket is not empty, whatever
--   its size, and leaves a debt that holds up everybody alike: no large call waits for ever behind small ones.
-- What is kept is what is missing from a full bucket, so that a limit may change at any time.

create table rate_limits (
  key text primary key check (key ~ '^(model|provider):.+'),
  -- Set for this installation, and said by the provider; the smaller holds.
  requests_per_minute int check (requests_per_minute between 1 and 1000000000),
  tokens_per_minute int check (tokens_per_minute between 1 and 1000000000),
  learned_requests int check (learned_requests between 1 and 1000000000),
  learned_tokens int check (learned_tokens between 1 and 1000000000),
  held_off_until timestamptz,
  requests_missing double precision not null default 0 check (requests_missing >= 0),
  tokens_missing double precision not null default 0 check (tokens_missing >= 0),
  counted_at timestamptz not null default clock_timestamp()
);

-- 1. The arithmetic --------------------------------------------------------------------------------------------------

-- None of these is strict: strict ones are not put into the query that uses them, and cost ten times as much.

create function requests_burst(per_minute int) returns int
  language sql immutable parallel safe
  return case when per_minute is not null then greatest(1, per_minute / 10) end;

-- What is missing from a bucket after some time. More than `most` is never owed: nobody waits for ever. No limit: 0.
create function still_missing(missing double precision, most double precision, refill double precision, waited interval)
  returns double precision
  language sql immutable parallel safe
  return greatest(0, least(missing, most) - refill * greatest(0, extract(epoch from waited)) / 60);

-- The buckets of these keys at a moment, with the milliseconds until a call may be made (0: now).
create function rates_at(keys text[], moment timestamptz)
  returns table (
    key text, requests int, tokens int, requests_missing double precision, tokens_missing double precision,
    requests_left int, wait_ms double precision)
  language sql stable as $$
  select
    rate.key, allowed.requests, allowed.tokens, missing.requests, missing.tokens,
    floor(requests_burst(allowed.requests) - missing.requests)::int,
    greatest(
      0,
      1000 * extract(epoch from rate.held_off_until - moment),
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

-- 2. Calls -----------------------------------------------------------------------------------------------------------

-- Takes one request and some tokens from every key of the model that has a limit, or nothing at all. Returns the
-- milliseconds to wait; 0: taken. Keys are locked in their order; the clock is read when they are ours.
create function take_rate(model text, tokens bigint) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from rate_limits
  where key = any (slot_keys(model))
    and (coalesce(requests_per_minute, learned_requests, tokens_per_minute, learned_tokens) is not null
      or held_off_until > clock_timestamp())
  order by key
  for no key update;
  if not found then
    return 0;
  end if;
  return take_rate_at(slot_keys(model), take_rate.tokens, clock_timestamp());
end $$;

create function take_rate_at(keys text[], tokens bigint, moment timestamptz) returns int language plpgsql as $$
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
  return 0;
end $$;

-- After the call: what it really used, in place of what was taken for it.
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

-- What a provider said at a moment: limits replace what it said before; what remains can only lower a bucket, by as
-- much as time has not given back since. Where it said nothing of what remains, nothing is taken away.
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
  -- Ours before it is read: a call counted meanwhile must not be forgotten.
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

-- Nobody asks this model until then, for at most an hour from now: after that one call may find out how it stands.
create function hold_off(model text, until timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into rate_limits (key, held_off_until)
  select 'model:' || model, least(until, clock_timestamp() + interval '1 hour') where until > clock_timestamp()
  on conflict (key) do update set held_off_until = greatest(rate_limits.held_off_until, excluded.held_off_until);
$$;

-- 3. Claims ----------------------------------------------------------------------------------------------------------

-- How many more jobs of a lane its limits let through, as far as a look without locks can tell.
create or replace function lane_room(lane text, max_jobs int) returns int language plpgsql stable as $$
declare
  moment constant timestamptz := clock_timestamp(); -- a variable: a moving clock would keep rates_at out of the plan
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

-- As before; besides full lanes, it goes past those whose rate is used up or that are held off.
create or replace function claim_jobs(worker text, kinds text[], max_jobs int, lease_ms int) returns setof jobs
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  started constant timestamptz := clock_timestamp(); -- a variable, because an index cannot serve a clock that moves
  slotted constant boolean := exists (select from concurrency_limits);
  limited constant boolean := slotted or exists (select from rate_limits);
  picked uuid[] := '{}';
  candidate record;
begin
  for candidate in
    select id, lane, fence from jobs
    where status = 'processing' and lease_expires_at <= started and kind = any (kinds)
      and deaths + 1 < poison_deaths() and not cancel_requested and pause_requested is null -- the others are swept
      and (not limited or lane_room(lane, 1) > 0)
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
      order by job.lane, priority desc, run_at, id
      limit case when limited then lane_room(lanes.lane, max_jobs) else max_jobs end
      for no key update skip locked) best
    where lanes.lane is not null
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
          format('Worker %s fell silent; another took the job over.', lease_owner)) else errors end,
        lease_owner = worker,
        lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0),
        started_at = coalesce(started_at, clock_timestamp())
      where id = any (picked)
      returning *)
    select * from taken order by array_position(picked, id);
end $$;

-- The milliseconds until a lane in which jobs are due has its rate again; infinity: no job waits for one; null: there are
-- no rates at all. Where a claim left jobs in a lane that is open, it took as many as there are requests left: the next
-- one is being refilled.
create function next_rate_ms(kinds text[]) returns double precision
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- 4. Jobs that are told to come later ----------------------------------------------------------------------------------

-- The turn could not be made now, through no fault of the job: it rests where it was claimed from. Neither a try nor
-- a death.
create function later_job(target uuid, held_fence bigint, delay_ms bigint) returns text language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
begin
  update jobs set deaths = 0 where id = target and deaths > 0;
  return rest_job(target, job.resumes_as, clock_timestamp() + make_interval(secs => greatest(delay_ms, 0) / 1000.0));
end $$;

-- 5. Plans and rights --------------------------------------------------------------------------------------------------

-- As for the others that are called from outside (0003_jobs.sql); replacing a function had taken claim_jobs' away.
do $$
declare
  entry regprocedure;
begin
  foreach entry in array array[
    'claim_jobs(text, text[], int, int)', 'next_rate_ms(text[])', 'later_job(uuid, bigint, bigint)']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', entry);
    execute format('alter function %s set enable_seqscan = off', entry);
    execute format('alter function %s set enable_bitmapscan = off', entry);
  end loop;
end $$;

revoke execute on function take_rate, take_rate_at, correct_rate, learn_rate, hold_off, next_rate_ms from public;
grant execute on function take_rate, correct_rate, learn_rate, hold_off, next_rate_ms to dialectic_app;
