-- Calls of models: a row for each request that was made, what it used, and the words it spoke while it ran.

create table model_calls (
  id uuid primary key,
  owner_id uuid not null references users,
  -- The call, the same at every attempt, and which attempt this was: as in holds.
  call_key text not null,
  attempt text not null,
  model text not null,
  -- What the call was for: labels, as in holds.
  project_id uuid,
  session_id uuid,
  stage text,
  chain_id uuid,
  exchange_id uuid,
  -- answered: text came and was saved; failed: it said why not. A call that died with its worker has no row, but a loss.
  outcome text not null check (outcome in ('answered', 'failed')),
  finish_reason text,
  error_code text,
  -- Null: nothing was used that anybody would bill.
  input_tokens int check (input_tokens >= 0),
  cached_input_tokens int check (cached_input_tokens >= 0),
  cache_write_tokens int check (cache_write_tokens >= 0),
  output_tokens int check (output_tokens >= 0),
  reasoning_tokens int check (reasoning_tokens >= 0),
  tokens_estimated boolean not null default false,
  -- What we had counted before it was sent: how far that is off is learned from here.
  counted_input_tokens int not null check (counted_input_tokens >= 0),
  hold_id uuid references holds,
  cost bigint not null default 0 check (cost >= 0),
  took_ms int not null check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  unique (owner_id, call_key, attempt)
);
create index model_calls_by_session on model_calls (session_id) where session_id is not null;
call protect('model_calls', 'select, insert');
create trigger immutable before update or delete or truncate on model_calls
  for each statement execute function refuse_change();
alter table model_calls enable always trigger immutable;

-- What calls have taken from a wallet within a day.
create index ledger_lately on ledger_transactions (owner_id, at) where kind <> 'top-up';
create function spent_lately(p_owner uuid) returns numeric language sql stable
  return (
    select coalesce(-sum(e.amount), 0)
    from ledger_transactions t join entries e on e.transaction_id = t.id and e.account = 'wallet'
    where t.owner_id = p_owner and t.kind <> 'top-up' and t.at > clock_timestamp() - interval '1 day');

-- As hold_money, after asking for leave: a job whose call would take more than this share (in percent) of the wallet
-- pauses until somebody approves of it. The wallet is taken as it was before the day's calls: a wallet that runs down is
-- not asked about at each of its last calls. What cannot be paid at all is a matter of funds, not of leave. `ask` is the
-- most that any call of the chain can come to: one question for all of them.
create function hold_or_ask(request jsonb, share int, ask bigint)
  returns table (asks boolean, hold_id uuid, short_by bigint, budget_kind text, budget_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet accounts := lock_wallet(acting_user());
  wanted holds := jsonb_populate_record(null::holds, request);
begin
  if wanted.job_id is not null
    and wanted.amount::numeric * 100 > wallet.balance::numeric * share
    and wanted.amount <= (room_for(wallet, wanted.session_id, wanted.exchange_id)).room
    and wanted.amount::numeric * 100 > (wallet.balance + spent_lately(wallet.owner_id)) * share
    and not exists (
      select from approvals a
      where a.owner_id = wallet.owner_id and a.chain_id = wanted.chain_id and a.amount >= wanted.amount)
    and not exists (
      select from holds h
      where h.owner_id = wallet.owner_id and h.call_key = wanted.call_key and h.attempt = wanted.attempt)
  then
    perform ask_approval(wanted.job_id, greatest(ask, wanted.amount));
    return query select true, null::uuid, null::bigint, null::text, null::uuid;
    return;
  end if;
  return query select false, h.* from hold_money(request) h;
end $$;

-- The words of a call under way, as far as they have come. Only from whoever holds the job now: a worker that was
-- stopped and goes on must not be heard any more.
create function tell_text(p_job uuid, p_fence bigint, p_from int, p_text text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job jobs;
begin
  select * into job from jobs
  where id = p_job and owner_id = acting_user() and fence = p_fence and status = 'processing'
    and lease_expires_at > clock_timestamp();
  if not found then
    return false;
  end if;
  perform emit_event('text.streamed', job.owner_id, job.project_id, job.session_id, jsonb_build_object(
    'jobId', job.id, 'chainId', job.chain_id, 'turn', job.turn, 'fence', job.fence::text, 'stage', job.stage,
    'workKey', job.work_key, 'model', job.model, 'from', p_from, 'text', p_text));
  return true;
end $$;

-- Words that were streamed are of no use once the document is there: they go long before other events do.
create function forget_texts(older_than interval) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  delete from events where kind = 'text.streamed' and at < clock_timestamp() - older_than;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- A stage whose remaining work waits for money or leave is paused, though its root is not: nothing in it will move until
-- somebody acts. It goes on when something of it may run again. Looked at when the transaction commits, when all it does
-- to the tree is done; whoever moves a job of the tree holds its root, so that the last of two sees the first.
create index jobs_paused_by_session on jobs (session_id) where status = 'paused';

create function stage_rests() returns trigger language plpgsql as $$
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
  where session_id = new.session_id and stage = new.stage and iteration = new.iteration and kind in ('plan', 'execute')
    and (job_is_runnable(status) or status in ('processing', 'paused'));
  if stage_status is distinct from run.status then
    update stage_runs set status = stage_status where id = run.id;
    update sessions set status = stage_status
    where id = run.session_id and current_stage = run.stage and iteration = run.iteration and status <> 'iteration_complete';
  end if;
  return null;
end $$;
create constraint trigger stage_rests after update of status on jobs
  deferrable initially deferred
  for each row
  when (old.status is distinct from new.status and new.parent_id is not null and new.session_id is not null
    and (old.status = 'paused' or new.status in ('paused', 'completed', 'cancelled')))
  execute function stage_rests();
