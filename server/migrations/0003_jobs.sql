-- Jobs: one table, one transition table, and the functions through which everything else happens.
--
-- Order of locks, everywhere: from the root of a tree downwards, children by id (`lock_lineage`), always
-- `for no key update`: a plain `for update` deadlocks with a sibling's insert, whose foreign key locks the
-- parent's key. The claim and the heartbeat never wait for a lock (`skip locked`).

-- 1. What a job is ---------------------------------------------------------------------------------------------

create table jobs (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null check (kind in ('plan', 'execute', 'render')),
  status text not null default 'pending' check (status in (
    'pending', 'processing', 'retrying', 'pending_continuation', 'pending_next_step', 'waiting_for_children',
    'waiting_for_prerequisite', 'paused', 'completed', 'failed', 'cancelled', 'superseded')),
  -- The last status in which it rested: where it goes back to when it is resumed, handed back or retried.
  resumes_as text,
  pause_reason text check (pause_reason in ('funds', 'approval', 'user')),
  -- Asked of a job that is being processed: it ends its turn, and then rests paused (or is cancelled).
  pause_requested text check (pause_requested in ('funds', 'approval', 'user')),
  cancel_requested boolean not null default false,

  -- What it is about. The engine knows no domain: these are labels to it, and nothing refers to other tables.
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
  -- Ids and small settings. A document in here would be copied at every claim.
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and length(payload::text) <= 16384),

  -- Its place in a tree of jobs, and which step of the parent it belongs to.
  parent_id uuid references jobs,
  depth int not null default 0,
  parent_step int,
  -- Its failure never fails the parent, which only waits for its end.
  optional boolean not null default false,
  -- The step whose children it waits for (or has waited for last), and how many there are.
  current_step int check (current_step > 0),
  total_steps int check (total_steps >= current_step),
  on_child_failure text not null default 'fail' check (on_child_failure ~ '^(fail|continue|quorum\([1-9]\d{0,5}\))$'),
  -- The chain's first job, of the job waited for.
  prerequisite_id uuid references jobs,
  -- The first job of a chain of continuations (itself by default), its place in it, and who carries on.
  chain_id uuid not null,
  turn int not null default 0 check (turn >= 0),
  continued_by uuid,
  superseded_by uuid,

  -- Errors that counted as tries; how often it was claimed; workers lost in a row while holding it.
  attempt int not null default 0,
  max_retries int not null default 3 check (max_retries >= 0),
  fence bigint not null default 0,
  deaths int not null default 0,
  run_at timestamptz not null default clock_timestamp(),
  priority int not null default 0,
  lease_owner text,
  lease_expires_at timestamptz,

  results jsonb,
  error jsonb,
  errors jsonb not null default '[]',
  -- The job whose end ended this one: a failed child, a failed prerequisite, a sibling that failed first.
  ended_by uuid,
  idempotency_key text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,

  -- The model whose slots it needs to run; empty: none. The claim goes from lane to lane, past the full ones.
  lane text not null generated always as (case when kind = 'render' then '' else coalesce(model, '') end) stored,

  check ((status = 'processing') = (lease_owner is not null)),
  check ((lease_owner is null) = (lease_expires_at is null)),
  check ((status = 'paused') = (pause_reason is not null))
);

create index jobs_runnable on jobs (lane, priority desc, run_at, id)
  where status in ('pending', 'retrying', 'pending_continuation', 'pending_next_step');
create index jobs_leased on jobs (lease_expires_at) where status = 'processing';
create index jobs_by_parent on jobs (parent_id, id) where parent_id is not null;
create index jobs_by_prerequisite on jobs (prerequisite_id) where prerequisite_id is not null;
create unique index jobs_by_chain on jobs (chain_id, turn) where turn > 0;
create index jobs_by_ender on jobs (ended_by) where ended_by is not null;
create unique index jobs_by_key on jobs (owner_id, idempotency_key)
  where idempotency_key is not null and status not in ('failed', 'cancelled', 'superseded');
-- For lists alone, which say `depth >= 0`: row-level security puts the owner into every query, and one about a
-- parent or a chain must not be tempted to read all jobs of an owner.
create index jobs_by_owner on jobs (owner_id, id) where depth >= 0;
create index jobs_by_session on jobs (session_id, id) where session_id is not null;
call protect('jobs');

-- 2. The transition table ----------------------------------------------------------------------------------------

-- The same table stands in states.ts; a test compares both for all pairs.
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

create function check_new_job() returns trigger language plpgsql as $$
declare
  parent record;
begin
  if new.status not in ('pending', 'pending_continuation', 'waiting_for_prerequisite') then
    raise exception 'A job begins as pending, pending_continuation or waiting_for_prerequisite, not as %.', new.status
      using errcode = 'DL002';
  end if;
  new.chain_id := coalesce(new.chain_id, new.id);
  if new.parent_id is not null then
    select depth, current_step into parent from jobs where id = new.parent_id and owner_id = new.owner_id;
    if not found then
      raise exception 'There is no job % to be the parent of another.', new.parent_id using errcode = 'DL003';
    end if;
    new.depth := parent.depth + 1;
    new.parent_step := coalesce(new.parent_step, parent.current_step);
  end if;
  return new;
end $$;
create trigger check_new before insert on jobs for each row execute function check_new_job();

-- Refuses what the transition table does not allow, and keeps the columns that follow from the status.
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
  new.finished_at := case when job_is_over(new.status) then clock_timestamp() end;
  return new;
end $$;
create trigger check_move before update on jobs for each row
  when (old.status is distinct from new.status) execute function check_job_move();

-- The order of locks rests on these.
create function refuse_job_change() returns trigger language plpgsql as $$
begin
  raise exception 'Owner, parent and chain of job % never change.', old.id using errcode = 'DL004';
end $$;
create trigger keep_place before update of id, owner_id, parent_id, depth, chain_id, turn on jobs for each row
  when ((old.id, old.owner_id, old.parent_id, old.depth, old.chain_id, old.turn)
    is distinct from (new.id, new.owner_id, new.parent_id, new.depth, new.chain_id, new.turn))
  execute function refuse_job_change();

-- 3. Every change is an event, and what became runnable is announced ---------------------------------------------

create function job_event(job jobs) returns jsonb
  language sql stable
  return jsonb_strip_nulls(jsonb_build_object(
    'jobId', job.id, 'kind', job.kind, 'stage', job.stage, 'iteration', job.iteration, 'model', job.model,
    'stepKey', job.step_key, 'label', job.label, 'workKey', job.work_key, 'parentId', job.parent_id,
    'attempt', job.attempt, 'turn', job.turn, 'fence', job.fence, 'reason', job.pause_reason,
    'currentStep', job.current_step, 'totalSteps', job.total_steps, 'errorCode', job.error ->> 'code'));

-- Once per statement, for all rows it changed. As the tables' owner: the rows have passed their own wall, and one
-- plan serves whoever acts. A claim under a new fence is a change, too. Workers are told only when there is
-- something to do now: a notification in every commit costs two thirds of the throughput.
create function announce_jobs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due boolean;
begin
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

-- 4. Limits of concurrency: leased slots -------------------------------------------------------------------------

-- Keys: 'model:<id>' and 'provider:<the id up to its first slash>'. No row: no limit.
create table concurrency_limits (
  key text primary key check (key ~ '^(model|provider):.+'),
  max int not null check (max between 1 and 10000)
);
create table concurrency_slots (
  key text not null references concurrency_limits on delete cascade,
  n int not null,
  holder text,
  -- A holder that fell silent keeps its slot for one more lease: its call may still be running somewhere.
  expires_at timestamptz,
  primary key (key, n),
  check ((holder is null) = (expires_at is null))
);
create index concurrency_slots_by_holder on concurrency_slots (holder) where holder is not null;
grant select on concurrency_limits to dialectic_app;

create function make_slots() returns trigger language plpgsql as $$
begin
  insert into concurrency_slots (key, n) select new.key, generate_series(1, new.max) on conflict do nothing;
  -- Fewer than before: a slot still held beyond the new limit stays until it is freed, but is not given again.
  delete from concurrency_slots where key = new.key and n > new.max and holder is null;
  return null;
end $$;
create trigger make_slots after insert or update on concurrency_limits for each row execute function make_slots();

create function slot_keys(lane text) returns text[]
  language sql immutable parallel safe
  return array['model:' || lane, 'provider:' || split_part(lane, '/', 1)];

-- Takes one slot of every key that is limited, or none at all. Never waits.
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

create function renew_slots(holders text[], lease_ms int) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update concurrency_slots set expires_at = clock_timestamp() + make_interval(secs => 2 * lease_ms / 1000.0)
  where holder = any (holders);
$$;

create function free_slots(holders text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update concurrency_slots set holder = null, expires_at = null where holder = any (holders);
  if found then
    perform pg_notify('dialectic_jobs', ''); -- somebody may have been waiting for it
  end if;
end $$;

create function slot_holder(job uuid, fence bigint) returns text
  language sql immutable parallel safe
  return 'job:' || job || ':' || fence;

-- How many more jobs of a lane its limits let through, as far as a look without locks can tell.
create function lane_room(lane text, max_jobs int) returns int language plpgsql stable as $$
begin
  return least(max_jobs, (
    select min(free) from (
      select count(*) filter (where slot.holder is null or slot.expires_at <= clock_timestamp())::int as free
      from concurrency_limits l join concurrency_slots slot on slot.key = l.key and slot.n <= l.max
      where lane <> '' and l.key = any (slot_keys(lane))
      group by l.key) limits));
end $$;

-- 5. Claims and leases -------------------------------------------------------------------------------------------

-- A worker that is stopped in the middle of a transaction must not keep rows locked: the server ends its session
-- when the lease is over.
create function end_if_silent(after interval) returns void language plpgsql as $$
begin
  perform set_config('idle_in_transaction_session_timeout', ceil(greatest(100, 1000 * extract(epoch from after)))::int::text, true);
end $$;

-- So many workers lost in a row while they held a job, and it is held to be the cause.
create function poison_deaths() returns int language sql immutable parallel safe return 5;

-- A worker takes up to max_jobs: first what lost its worker, then what is runnable, best first. However much
-- waits in a lane that is full, it costs one look.
create function claim_jobs(worker text, kinds text[], max_jobs int, lease_ms int) returns setof jobs
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  started constant timestamptz := clock_timestamp(); -- a variable, because an index cannot serve a clock that moves
  limited constant boolean := exists (select from concurrency_limits);
  picked uuid[] := '{}';
  candidate record;
begin
  for candidate in
    select id, lane, fence from jobs
    where status = 'processing' and lease_expires_at <= started and kind = any (kinds)
      and deaths + 1 < poison_deaths() and not cancel_requested and pause_requested is null -- the others are swept
    order by lease_expires_at
    limit max_jobs
    for no key update skip locked
  loop
    continue when limited and candidate.lane <> ''
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
    continue when limited and candidate.lane <> ''
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

-- Extends what is still held. A row locked at this moment is left for the next beat: waiting here could deadlock.
-- Returns the jobs held no more (lost) and those that are to stop (cancelled).
create function renew_leases(worker text, held jsonb, lease_ms int)
  returns table (renewed uuid[], lost uuid[], cancelled uuid[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ours uuid[];
begin
  ours := array(
    select id from jobs join jsonb_to_recordset(held) as claim (id uuid, fence bigint) using (id, fence)
    where lease_owner = worker and status = 'processing' and lease_expires_at > clock_timestamp()
    for no key update of jobs skip locked);
  update jobs set lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0) where id = any (ours);
  perform renew_slots(array(select slot_holder(id, fence) from jobs where id = any (ours)), lease_ms);
  return query select
    ours,
    array_agg(claim.id) filter (where jobs.id is null or jobs.lease_expires_at <= clock_timestamp()),
    array_agg(claim.id) filter (where jobs.cancel_requested)
  from jsonb_to_recordset(held) as claim (id uuid, fence bigint)
  left join jobs on jobs.id = claim.id and jobs.fence = claim.fence and jobs.lease_owner = worker and jobs.status = 'processing';
end $$;

create function job_error(job jobs, code text, message text) returns jsonb
  language sql volatile
  return jsonb_build_object('code', code, 'message', message, 'attempt', job.attempt, 'at',
    to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

-- The fenced lock every transaction of a handler begins with.
create function lock_job(target uuid, held_fence bigint) returns jobs language plpgsql as $$
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

-- 6. Families: locks, counting, waking ---------------------------------------------------------------------------

-- Locks the targets, the firsts of their chains and all their ancestors, from the roots downwards.
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

-- As lock_job, with everything locked that the end of a turn may touch.
create function lock_turn(target uuid, held_fence bigint) returns jobs language plpgsql as $$
begin
  perform lock_lineage(array[target]);
  return lock_job(target, held_fence);
end $$;

-- A chain is one piece of work; its newest job says how it stands.
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

-- A waiting job takes over the state of what it waits for, as far as that is decided.
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
      perform end_job(waiter, 'failed', awaited.id, 'prerequisite_failed', format('%s, which this waits for, failed: %s',
        job_name(awaited), coalesce(awaited.error ->> 'message', 'no reason was kept')));
    when 'cancelled' then
      perform end_job(waiter, 'cancelled', awaited.id, 'run_cancelled', job_name(awaited) || ', which this waits for, was cancelled.');
    else null;
  end case;
end $$;

create function status_beneath_pause(job jobs) returns text
  language sql immutable
  return case job.status when 'paused' then job.resumes_as else job.status end;

create function job_name(job jobs) returns text
  language sql immutable
  return coalesce(job.label, job.kind || ' job') || ' (' || job.id || ')';

-- Ends a job that is not being processed because of another's end, and passes that on.
create function end_job(target uuid, new_status text, because_of uuid, code text, message text) returns void language plpgsql as $$
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
-- wakes or ends everyone who waits for it, and tells the parent.
create function handle_job_completion(ended uuid) returns void language plpgsql as $$
declare
  job jobs;
  waiter uuid;
  failing boolean;
begin
  select * into job from jobs where id = ended;
  if job.continued_by is not null then
    return; -- the chain goes on: nobody has anything to learn yet
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

-- Whether a child's failure decides its parent's fate at once.
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

-- How many children of the step must complete. A step smaller than its quorum needs all of them.
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
      coalesce(child.error ->> 'message', 'no reason was kept')) as why) reason
  where id = child.parent_id;
end $$;

-- Fail-fast: siblings that run finish and keep their work; those that have not begun are cancelled.
create function cancel_unstarted(failed_child jobs) returns void language plpgsql as $$
declare
  sibling uuid;
begin
  for sibling in
    select id from jobs job
    where parent_id = failed_child.parent_id and turn = 0 and not optional
      and status_beneath_pause(job) in ('pending', 'retrying', 'waiting_for_prerequisite')
      and not exists (select from jobs child where child.parent_id = job.id)
    order by id
    for no key update
  loop
    perform end_job(sibling, 'cancelled', failed_child.id, 'run_cancelled', format('Not started, because %s failed.', job_name(failed_child)));
  end loop;
end $$;

-- Counts the children of a waiting parent, whose row the caller has locked, and moves it on when none is open.
create function settle_parent(target uuid) returns void language plpgsql as $$
declare
  parent jobs;
  n record;
  culprit jobs;
begin
  select * into parent from jobs where id = target for no key update;
  if parent.status <> 'waiting_for_children' then
    return; -- paused: counted again when it is resumed
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

-- 7. Making jobs -------------------------------------------------------------------------------------------------

-- Inserts a job, or finds the one that has its idempotency key already. A waiter locks what it waits for, so
-- that it cannot finish unseen; a child of a paused parent is paused with it.
create function insert_job(new_job jsonb) returns uuid language plpgsql as $$
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
      raise exception 'A child of job % cannot wait for job %, which cannot end before its parent does.', job.parent_id, job.prerequisite_id
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
    end if; -- it ended in between: its key is free again
  end loop;
  if job.prerequisite_id is not null then
    perform settle_waiter(made);
  end if;
  if job.parent_id is not null then
    perform inherit_pause(made);
  end if;
  return made;
end $$;

-- Whether a job can only end after another, or after an ancestor of that: by its children, its next turn, or what
-- these wait for.
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

create function inherit_pause(child uuid) returns void language plpgsql as $$
begin
  update jobs set status = 'paused', pause_reason = coalesce(parent.pause_reason, parent.pause_requested)
  from jobs parent
  where jobs.id = child and parent.id = jobs.parent_id
    and coalesce(parent.pause_reason, parent.pause_requested) is not null
    and not job_is_over(jobs.status) and jobs.status not in ('paused', 'processing');
end $$;

-- 8. How a turn ends (called by the worker as the job's owner) ---------------------------------------------------

-- A processing job comes to rest: in that status, or paused or cancelled if that was asked for meanwhile.
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

-- Several at once, because a commit costs more than a completion: [{id, fence, results}]. Returns those still held.
create function complete_jobs(turns jsonb) returns setof uuid language plpgsql as $$
declare
  held uuid[];
  job uuid;
begin
  perform lock_lineage(array(select id from jsonb_to_recordset(turns) as turn (id uuid)));
  held := array(
    select id from jobs join jsonb_to_recordset(turns) as turn (id uuid, fence bigint) using (id, fence)
    where id = any (array(select id from jsonb_to_recordset(turns) as turn (id uuid)))
      and status = 'processing' and lease_expires_at > clock_timestamp()
    order by id);
  if held = '{}' then
    return;
  end if;
  perform end_if_silent((select min(lease_expires_at) from jobs where id = any (held)) - clock_timestamp());
  perform free_slots(array(select slot_holder(id, fence) from jobs where id = any (held)));
  update jobs set status = 'completed', results = turn.results, error = null, deaths = 0
  from jsonb_to_recordset(turns) as turn (id uuid, results jsonb)
  where jobs.id = turn.id and jobs.id = any (held);
  for job in
    select id from jobs done where id = any (held) and (parent_id is not null or exists (
      select from jobs waiter where waiter.prerequisite_id = done.chain_id and waiter.status = 'waiting_for_prerequisite'))
    order by id
  loop
    perform handle_job_completion(job);
  end loop;
  return query select unnest(held);
end $$;

-- The turn is saved and more is to come: the job completes, the next of its chain is made in the same breath.
create function continue_job(target uuid, held_fence bigint, next_turn jsonb, turn_results jsonb) returns uuid language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
  successor jobs := jsonb_populate_record(job, next_turn);
begin
  successor.id := coalesce((next_turn ->> 'id')::uuid, new_id());
  insert into jobs (
    id, owner_id, kind, status, project_id, session_id, stage, iteration, model, step_key, output_type,
    template_version, target_contribution, label, work_key, payload, parent_id, parent_step, optional,
    idempotency_key, max_retries, priority, chain_id, turn)
  values (
    successor.id, job.owner_id, successor.kind, 'pending_continuation', job.project_id, job.session_id, job.stage, job.iteration,
    successor.model, job.step_key, job.output_type, job.template_version, successor.target_contribution, successor.label, job.work_key,
    successor.payload, job.parent_id, job.parent_step, job.optional, job.chain_id || ':turn:' || (job.turn + 1),
    successor.max_retries, job.priority, job.chain_id, job.turn + 1);
  perform free_slots(array[slot_holder(job.id, job.fence)]);
  update jobs set status = 'completed', continued_by = successor.id, results = turn_results, error = null, deaths = 0 where id = target;
  if job.cancel_requested then
    perform end_job(successor.id, 'cancelled', null, 'run_cancelled', 'Cancelled while the turn before was running.');
  elsif job.pause_requested is not null then
    update jobs set status = 'paused', pause_reason = job.pause_requested where id = successor.id;
  else
    perform inherit_pause(successor.id);
  end if;
  return successor.id;
end $$;

-- Children and the wait for them are one transaction. With nothing to wait for, the job goes on at once.
create function wait_for_children(target uuid, held_fence bigint, children jsonb, step int, steps int, policy text) returns text language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
  child jsonb;
  reached text;
begin
  if job.cancel_requested then
    return rest_job(target, job.resumes_as, job.run_at); -- cancelled as if it had not planned: a retry plans again
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

-- An error ends the turn: another try later, or the end. Only here do tries count.
create function fail_job(target uuid, held_fence bigint, code text, message text, may_retry boolean, delay_ms bigint) returns text language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
begin
  job.attempt := job.attempt + 1;
  update jobs set
    attempt = job.attempt,
    deaths = 0,
    error = job_error(job, code, message),
    errors = errors || job_error(job, code, message)
  where id = target;
  if may_retry and job.attempt <= job.max_retries then
    return rest_job(target, 'retrying', clock_timestamp() + make_interval(secs => delay_ms / 1000.0));
  end if;
  perform free_slots(array[slot_holder(job.id, job.fence)]);
  update jobs set status = 'failed' where id = target;
  perform handle_job_completion(target);
  return 'failed';
end $$;

-- No money, or an approval is needed: the job and its runnable siblings rest until somebody resumes them.
create function pause_turn(target uuid, held_fence bigint, reason text) returns text language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
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

-- Shutdown, or a handler that stopped because it was asked to: neither a try nor a death. [{id, fence}].
create function hand_back(turns jsonb) returns setof uuid language plpgsql as $$
declare
  job record;
begin
  perform lock_lineage(array(select id from jsonb_to_recordset(turns) as turn (id uuid)));
  for job in
    select id, resumes_as, run_at from jobs join jsonb_to_recordset(turns) as turn (id uuid, fence bigint) using (id, fence)
    where status = 'processing'
    order by depth, id
  loop
    perform rest_job(job.id, job.resumes_as, job.run_at);
    return next job.id;
  end loop;
end $$;

-- Ends one job whose worker is gone and that must not simply run again: it was to be cancelled or paused, or it
-- has cost five workers in a row. Called by workers until it finds none.
create function sweep_jobs() returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  started constant timestamptz := clock_timestamp();
  job jobs;
begin
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

-- 9. What a user may do ------------------------------------------------------------------------------------------

-- Locks the newest job of the target's chain and everything below it, and returns that job. Its chain cannot grow
-- nor its family change from here on: both need a lock on what is locked now.
create function lock_family(target uuid) returns jobs language plpgsql as $$
declare
  root jobs;
begin
  perform lock_lineage(array[target]);
  root := chain_end(target);
  perform from jobs where id in (select id from job_family(root.id)) order by depth, id for no key update;
  return chain_end(target);
end $$;

-- Cancels a job and everything below it. What runs is asked to stop, and keeps what it has saved.
create function cancel_job(target uuid) returns void language plpgsql as $$
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
  -- Only now, with all of them ended, are waiters and the parent told.
  for member in select id from job_family(root.id) where status = 'cancelled' order by depth desc, id loop
    perform handle_job_completion(member);
  end loop;
end $$;

-- Pauses a job and everything below it, each to be resumed where it was. What runs finishes its turn; what that
-- turn leaves to be done (a retry, a continuation, children) is paused. A paused parent whose children end
-- meanwhile is counted when it is resumed; a failure reaches it at once.
create function pause_job(target uuid, reason text) returns void language plpgsql as $$
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

create function resume_job(target uuid) returns void language plpgsql as $$
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

-- Looks again at jobs that wait: what they wait for may have come while they could not notice.
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

-- Makes a failed or cancelled job pending again, and with it: what is missing below it, what it waits for, what
-- ended because of it, and its ended ancestors, which wait for their children again. What is completed stays.
create function retry_job(target uuid) returns void language plpgsql as $$
declare
  root jobs := lock_family(target);
  revived uuid[];
  more uuid[];
  clash text;
begin
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

-- A job's work is done anew by another: the old chain is superseded, whoever still waits for it follows the new.
create function supersede_job(target uuid, successor jsonb) returns uuid language plpgsql as $$
declare
  old jobs := lock_family(target);
  chain uuid[] := old.chain_id || array(select id from jobs where chain_id = old.chain_id and turn > 0);
  made uuid;
begin
  if exists (select from job_family(old.id) where id <> old.id and not job_is_over(status)) then
    raise exception 'Job % has children under way; cancel them first.', target using errcode = 'DL002';
  end if;
  -- First the old gives up its key, then the new may take it.
  update jobs set status = 'superseded' where id = any (chain) and status <> 'superseded';
  made := insert_job(successor);
  update jobs set superseded_by = made where id = any (chain);
  perform handle_job_completion(old.id);
  return made;
end $$;

-- 10. Plans ------------------------------------------------------------------------------------------------------

-- What is called from outside plans once per session, by index: planning anew at every call costs more than the
-- work, and a plan made while the table was small would read the whole of it for as long as the session lasts.
do $$
declare
  entry regprocedure;
begin
  foreach entry in array array[
    'claim_jobs(text, text[], int, int)', 'renew_leases(text, jsonb, int)', 'sweep_jobs()', 'lock_job(uuid, bigint)',
    'lock_turn(uuid, bigint)', 'insert_job(jsonb)', 'complete_jobs(jsonb)', 'continue_job(uuid, bigint, jsonb, jsonb)',
    'wait_for_children(uuid, bigint, jsonb, int, int, text)', 'fail_job(uuid, bigint, text, text, boolean, bigint)',
    'pause_turn(uuid, bigint, text)', 'hand_back(jsonb)', 'cancel_job(uuid)', 'pause_job(uuid, text)',
    'resume_job(uuid)', 'retry_job(uuid)', 'supersede_job(uuid, jsonb)']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', entry);
    execute format('alter function %s set enable_seqscan = off', entry);
    execute format('alter function %s set enable_bitmapscan = off', entry);
  end loop;
end $$;

-- These see the rows of all owners; the program calls them, nobody else.
revoke execute on function claim_jobs, renew_leases, sweep_jobs, take_slots, renew_slots, free_slots from public;
grant execute on function claim_jobs, renew_leases, sweep_jobs, take_slots, renew_slots, free_slots to dialectic_app;
