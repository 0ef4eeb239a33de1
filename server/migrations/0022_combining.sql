-- Combining: inputs too large for a prompt are merged into one text first, by a job that the planning one waits for.
-- docs/decisions/0023-combining.md

alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('plan', 'execute', 'combine', 'render', 'index'));

-- A job that is being processed finds that something else has to be done first. What it waits for becomes its child, so
-- that it is locked, paused, cancelled and retried with it; if that very work is under way elsewhere, it waits for that.
create function wait_for_prerequisite(target uuid, held_fence bigint, needed jsonb) returns text language plpgsql as $$
declare
  job jobs := lock_turn(target, held_fence);
  awaited uuid;
  reached text;
begin
  if job.cancel_requested then
    return rest_job(target, job.resumes_as, job.run_at); -- cancelled as if it had not looked: a retry looks again
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
alter function wait_for_prerequisite(uuid, bigint, jsonb) set plan_cache_mode = force_generic_plan;
alter function wait_for_prerequisite(uuid, bigint, jsonb) set enable_seqscan = off;
alter function wait_for_prerequisite(uuid, bigint, jsonb) set enable_bitmapscan = off;

-- As before, with combining among what a stage consists of.
create or replace function stage_rests() returns trigger language plpgsql as $$
declare
  run stage_runs;
  stage_status text;
begin
  -- A stage that is not paused and has nothing paused: the common case, and one look.
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

-- What a combined text was made of in the end, each with the version that was read: through the texts in between, which
-- are combined themselves. Of a text that is not combined, nothing. The type is one no recipe can write.
create function combined_origins(combined uuid) returns table (source_id uuid, source_version int) language sql stable as $$
  with recursive made_of as (
    select c.id, null::int as version, c.output_type from contributions c where c.id = combined and c.output_type = 'combined-text'
    union
    select c.id, s.source_version, c.output_type
    from made_of
    join contribution_sources s on s.contribution_id = made_of.id and made_of.output_type = 'combined-text'
    join contributions c on c.id = s.source_id
  )
  select id, version from made_of where output_type <> 'combined-text';
$$;
