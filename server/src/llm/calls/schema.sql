-- Model calls: one row per request, with its usage, and the text that a running call has streamed so far.

create table model_calls (
  id uuid primary key,
  owner_id uuid not null references users,
  -- As in the `wallet_holds` table: the key of the call, which all attempts share, and the id of the attempt.
  call_key text not null,
  attempt text not null,
  model text not null,
  -- The frozen terms that the hold and the charge are based on; null for a call that belongs to no session.
  terms_id uuid references model_terms,
  -- Labels that say what the call was for, as in the `wallet_holds` table.
  project_id uuid,
  session_id uuid,
  stage text,
  chain_id uuid,
  exchange_id uuid,
  -- answered: text was received and saved; failed: error_code says why. A call whose worker crashed has no row here; its
  -- hold is booked as lost.
  outcome text not null check (outcome in ('answered', 'failed')),
  finish_reason text,
  error_code text,
  -- Null if the call used nothing that a provider bills.
  input_tokens int check (input_tokens >= 0),
  cached_input_tokens int check (cached_input_tokens >= 0),
  cache_write_tokens int check (cache_write_tokens >= 0),
  output_tokens int check (output_tokens >= 0),
  reasoning_tokens int check (reasoning_tokens >= 0),
  tokens_estimated boolean not null default false,
  -- Our own count before the request was sent, and the method of counting. The token factor is learned from the rows that
  -- have a method. The rows of embedding calls have none, because their counts are rough estimates.
  counted_input_tokens int not null check (counted_input_tokens >= 0),
  counted_by text,
  hold_id uuid references wallet_holds,
  cost bigint not null default 0 check (cost >= 0),
  took_ms int not null check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  unique (owner_id, call_key, attempt)
);
create index model_calls_by_session on model_calls (session_id) where session_id is not null;
-- For the token factor, which is computed before a call from the newest counts that the model's provider reported.
create index model_calls_counted on model_calls (owner_id, model, at desc)
  where counted_by is not null and not tokens_estimated and input_tokens is not null;
-- For finding prompts that a provider refused as too long.
create index model_calls_overflows on model_calls (owner_id, model, at desc) where error_code = 'context_window';
call protect('model_calls', 'select, insert');
create trigger immutable before update or delete or truncate on model_calls
  for each statement execute function refuse_change();

-- Authorizes an attempt of a call: checks the job's lease, holds the money and counts the call against the rate limits.
-- All three succeed, or none does. They take one round trip, because many calls wait for the same locks, above all for the
-- wallet's row. The lock on the job is the last check of its lease before the request is sent. The wallet is locked before
-- the rate limits, as when a call is settled: the reverse order would cause deadlocks. `request` is null for a call that
-- costs nothing. A job got its concurrency slots with its lease. A call without a job takes them here, as `slot_user` and
-- for `lease_ms`, and waits if none is free.
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
  exception when sqlstate 'DL900' then -- if a rate limit is reached, the hold is rolled back
    hold_id := null;
  end;
  if p_job is null and (wait_ms > 0 or request is not null and hold_id is null) then
    perform free_slots(array[slot_user]);
  end if;
  return next;
end $$;

-- Publishes the next batch of a running call's text. Only the worker that leases the job may publish: text from a
-- worker that lost its lease is dropped.
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

-- Deletes all users' streamed text that is older than the given interval. Such text is useless once the document
-- exists, so it is kept for a shorter time than other events.
create function forget_texts(older_than interval) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  delete from events where kind = 'text.streamed' and at < clock_timestamp() - older_than;
  get diagnostics gone = row_count;
  return gone;
end $$;
