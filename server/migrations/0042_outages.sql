-- An outage of the database must not cost a worker its jobs: while the server is away, no worker can renew a lease. When
-- it is back, every lease seems to be over, although the workers live and may hold answers that are paid for.
--
-- Workers leave a trace whenever they claim or renew. A gap in it means that none of them reached the server. After a
-- gap no lease is taken for lost until every living worker has had the time to renew its own.

create table worker_pulse (
  only_row boolean primary key default true check (only_row),
  -- When a worker last claimed or renewed, give or take a tenth of a lease.
  beat_at timestamptz not null default '-infinity',
  lease_ms int not null default 0,
  -- Until then leases that are over may belong to workers that live.
  quiet_until timestamptz not null default '-infinity'
);
insert into worker_pulse default values;

-- Notes that a worker reached the server. The row is written ten times a lease at most, and never waited for.
create function note_pulse(p_lease_ms int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
        then now_at + lease
      else quiet_until
    end;
end $$;

-- Whether a lease that is over means that its worker is gone.
create function leases_are_trusted() returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select clock_timestamp() >= quiet_until
    and (beat_at = '-infinity' or clock_timestamp() - beat_at <= make_interval(secs => lease_ms / 1000.0) * 2 / 3)
  from worker_pulse;
$$;

-- As before, but an expired lease is only taken over while leases are trusted, and a worker of another build gets nothing:
-- `build` is the newest migration that it knows.
drop function claim_jobs(text, text[], int, int);
create function claim_jobs(worker text, kinds text[], max_jobs integer, lease_ms integer, build integer default null)
 returns setof jobs
 language plpgsql
 security definer
 set search_path = public, pg_temp
 set plan_cache_mode = force_generic_plan
 set enable_seqscan = off
 set enable_bitmapscan = off
as $$
declare
  started constant timestamptz := clock_timestamp(); -- a variable, because an index cannot serve a clock that moves
  slotted constant boolean := exists (select from concurrency_limits);
  limited constant boolean := slotted or exists (select from rate_limits);
  picked uuid[] := '{}';
  candidate record;
begin
  if build <> (select max(number) from migrations) then
    raise exception 'The database was migrated by another version of Dialectic. Start the workers of that version.' using errcode = 'DL008';
  end if;
  perform note_pulse(lease_ms);
  for candidate in
    select id, lane, fence from jobs
    where status = 'processing' and lease_expires_at <= started and leases_are_trusted() and kind = any (kinds)
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

-- A lease that is over is renewed all the same as long as no other worker took the job: the fence tells.
create or replace function renew_leases(worker text, held jsonb, lease_ms integer)
 returns table (renewed uuid[], lost uuid[], cancelled uuid[])
 language plpgsql
 security definer
 set search_path = public, pg_temp
 set plan_cache_mode = force_generic_plan
 set enable_seqscan = off
 set enable_bitmapscan = off
as $$
declare
  ours uuid[];
begin
  perform note_pulse(lease_ms);
  ours := array(
    select id from jobs join jsonb_to_recordset(held) as claim (id uuid, fence bigint) using (id, fence)
    where lease_owner = worker and status = 'processing'
    for no key update of jobs skip locked);
  update jobs set lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0) where id = any (ours);
  perform renew_slots(array(select slot_holder(id, fence) from jobs where id = any (ours)), lease_ms);
  return query select
    ours,
    array_agg(claim.id) filter (where jobs.id is null),
    array_agg(claim.id) filter (where jobs.cancel_requested)
  from jsonb_to_recordset(held) as claim (id uuid, fence bigint)
  left join jobs on jobs.id = claim.id and jobs.fence = claim.fence and jobs.lease_owner = worker and jobs.status = 'processing';
end $$;

-- As before, but only while leases are trusted.
create or replace function sweep_jobs()
 returns uuid
 language plpgsql
 security definer
 set search_path = public, pg_temp
 set plan_cache_mode = force_generic_plan
 set enable_seqscan = off
 set enable_bitmapscan = off
as $$
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
    format('%s workers in a row died while they ran this job. It will not be tried again by itself.', poison_deaths()));
  return job.id;
end $$;

create or replace function sweep_holds(max_holds integer)
 returns integer
 language plpgsql
 security definer
 set search_path = public, pg_temp
 set plan_cache_mode = force_generic_plan
 set enable_seqscan = off
 set enable_bitmapscan = off
as $$
declare
  candidate holds;
  current_owner uuid;
  swept int := 0;
begin
  if not leases_are_trusted() then
    return 0;
  end if;
  for candidate in
    select * from holds hold where state = 'held' and hold_is_over(hold) order by owner_id, created_at limit max_holds
  loop
    exit when candidate.owner_id <> current_owner;
    if candidate.job_id is not null then
      perform from jobs where id = candidate.job_id for no key update skip locked;
      continue when not found and exists (select from jobs where id = candidate.job_id);
    end if;
    current_owner := candidate.owner_id;
    perform lock_wallet(current_owner);
    select * into candidate from holds hold where id = candidate.id and state = 'held' and hold_is_over(hold) for no key update;
    if found then
      perform book_loss(candidate, candidate.estimate);
      swept := swept + 1;
    end if;
  end loop;
  return swept;
end $$;
