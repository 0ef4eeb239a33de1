-- A retry withdraws a cancellation that running jobs have not obeyed yet. Before, such a job ended as cancelled after the
-- retry and cancelled its revived parent again: what was asked for last did not happen.

-- As before; then: a running job of the family runs on, or starts again if its worker has stopped it already.
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
  update jobs set cancel_requested = false
  where id in (select id from job_family(root.id)) and status = 'processing' and cancel_requested;
  perform inherit_pause(id) from jobs where id = any (revived) order by depth, id;
  perform settle_jobs(revived);
end $$;
