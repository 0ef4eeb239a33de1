-- Calls of models: a row for each request that was made and what it used, and the text it streamed while it ran.

create table model_calls (
  id uuid primary key,
  owner_id uuid not null references users,
  -- The call, the same at every attempt, and which attempt this was: as in holds.
  call_key text not null,
  attempt text not null,
  model text not null,
  -- The frozen terms that it was held and charged by; null for a call that belongs to no session.
  terms_id uuid references model_terms,
  -- The purpose of the call: labels, as in holds.
  project_id uuid,
  session_id uuid,
  stage text,
  chain_id uuid,
  exchange_id uuid,
  -- answered: text came and was saved; failed: the row says why. A call that died with its worker has no row, but a loss.
  outcome text not null check (outcome in ('answered', 'failed')),
  finish_reason text,
  error_code text,
  -- Null: nothing was used that a provider would bill.
  input_tokens int check (input_tokens >= 0),
  cached_input_tokens int check (cached_input_tokens >= 0),
  cache_write_tokens int check (cache_write_tokens >= 0),
  output_tokens int check (output_tokens >= 0),
  reasoning_tokens int check (reasoning_tokens >= 0),
  tokens_estimated boolean not null default false,
  -- Our own count before the prompt was sent, and the method of counting: how far it is off is learned from these rows.
  -- No method: an estimate of earlier versions, too large to learn from.
  counted_input_tokens int not null check (counted_input_tokens >= 0),
  counted_by text,
  hold_id uuid references wallet_holds,
  cost bigint not null default 0 check (cost >= 0),
  took_ms int not null check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  unique (owner_id, call_key, attempt)
);
create index model_calls_by_session on model_calls (session_id) where session_id is not null;
-- The ratio of a model's own count to ours, newest first: read before every call.
create index model_calls_counted on model_calls (owner_id, model, at desc)
  where counted_by is not null and not tokens_estimated and input_tokens is not null;
-- Prompts that a provider refused as too long.
create index model_calls_overflows on model_calls (owner_id, model, at desc) where error_code = 'context_window';
call protect('model_calls', 'select, insert');
create trigger immutable before update or delete or truncate on model_calls
  for each statement execute function refuse_change();

-- Authorizes an attempt of a call: the job is still held, the money is held, the rate is taken; all of it or nothing, in one
-- round trip, because many calls wait for these locks and for the wallet's row above all. The lock on the job is the last
-- check that it is held before anything is sent. Money before rates, as when a call is settled: the other order would
-- deadlock with it. `request` is null for a call that costs nothing. A job got its slots with its lease; a call without
-- a job takes them here, as `slot_user` and for a lease, and waits if there are none.
create function authorize_call(
  p_job uuid, p_fence bigint, request jsonb, share int, ask bigint, model text, tokens bigint, slot_user text, lease_ms int)
  returns table (wait_ms int, asks boolean, hold_id uuid, short_by bigint, budget_kind text, budget_id uuid)
  language plpgsql as $$
begin
  if p_job is not null then
    perform lock_job(p_job, p_fence);
  elsif not take_slots(slot_user, slot_keys(model), lease_ms) then
    wait_ms := 500;
    return next;
    return;
  end if;
  begin
    if request is not null then
      select h.* into asks, hold_id, short_by, budget_kind, budget_id from hold_or_ask(request, share, ask) h;
    end if;
    wait_ms := 0;
    if request is null or hold_id is not null then
      wait_ms := take_rate(model, tokens);
    end if;
    if wait_ms > 0 then
      raise exception 'no rate' using errcode = 'DL900';
    end if;
  exception when sqlstate 'DL900' then -- without a rate the hold is rolled back
    hold_id := null;
  end;
  if p_job is null and (wait_ms > 0 or request is not null and hold_id is null) then
    perform free_slots(array[slot_user]);
  end if;
  return next;
end $$;

-- Publishes the text of a running call so far. Only the current holder of the job may publish: text of a worker that lost the
-- job is dropped.
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
    'jobId', job.id, 'chainId', job.chain_id, 'continuation', job.continuation, 'fence', job.fence::text, 'stage', job.stage,
    'workKey', job.work_key, 'model', job.model, 'from', p_from, 'text', p_text));
  return true;
end $$;

-- Streamed text is of no use once the document exists: it is deleted long before other events are.
create function forget_texts(older_than interval) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  delete from events where kind = 'text.streamed' and at < clock_timestamp() - older_than;
  get diagnostics gone = row_count;
  return gone;
end $$;
