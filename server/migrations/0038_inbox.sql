-- What needs a person is read from state. docs/decisions/0038-the-inbox.md

-- Since when a job is paused.
alter table jobs add column paused_at timestamptz;

create or replace function check_job_move() returns trigger language plpgsql as $$
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

-- Jobs that are paused for funds: what the next call of each needs, and what the tighter of wallet and budget has left for it. A job
-- that was paused together with its siblings is taken to need as much as they do, as in resume_affordable_of.
create view unfunded_jobs with (security_invoker = true) as
select j.id as job_id, j.owner_id, j.project_id, j.session_id, j.stage, j.iteration,
  coalesce(w.since, j.paused_at, j.created_at) as since,
  coalesce(w.amount, (
    select max(beside.amount)
    from jobs sibling
    join payment_waits beside on beside.owner_id = j.owner_id and beside.job_id = sibling.id
    where sibling.parent_id = j.parent_id), 1) as need,
  coalesce(limits.room, 0) as room,
  case when (limits.budget).subject_id is null then 'wallet' else 'budget' end as limited_by
from jobs j
left join payment_waits w on w.owner_id = j.owner_id and w.job_id = j.id
left join accounts a on a.owner_id = j.owner_id and a.kind = 'wallet'
cross join lateral room_for(a, j.session_id, w.exchange_id) limits
where j.status = 'paused' and j.pause_reason = 'funds';
grant select on unfunded_jobs to dialectic_app;

-- The job whose error made another one fail, itself where it failed by itself: each failure above it only repeats the one below.
create function root_cause(target uuid) returns table (job_id uuid, label text, code text, message text) language sql stable as $$
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

-- Since when a card is superseded.
alter table board_cards add column superseded_at timestamptz;

-- The inbox reads only rows that need somebody, of however many there are.
create index sessions_needing on sessions (owner_id, id)
  where status in ('ready', 'awaiting_feedback', 'failed');
create index jobs_paused on jobs (owner_id, session_id)
  where status = 'paused';
create index jobs_failed_alone on jobs (owner_id, id)
  where status = 'failed' and (kind = 'render' or target_contribution is not null);
create index stage_runs_unsubmitted on stage_runs (owner_id, session_id)
  where status = 'completed' and submitted_at is null;
create index document_findings_open on document_findings (owner_id, session_id)
  where accepted_at is null;
create index board_cards_offered on board_cards (owner_id, id)
  where dropped_at is null and (file_lost_at is not null or superseded_because is not null and superseded_by is null);

-- Lists are read a page at a time.
create index projects_by_owner on projects (owner_id, id);
