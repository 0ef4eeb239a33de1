-- Money: double entry, integers only (1 unit = a millionth of a dollar), append-only.
--
-- Three tables record what happened: wallet_transactions, wallet_entries and wallet_hold_events. No SQL can change their rows
-- afterwards, not even as the owner of the tables. Triggers on them maintain what is derived from them: balances, held sums,
-- states of holds, budgets. rebuild_balances() computes those again.
--
-- Only the functions below write. They run as the owner of the tables and check for themselves whose money it is; the
-- program's own role can only read.
--
-- Order of locks, everywhere: jobs first, then the user's wallet (lock_wallet). All other rows about a user's money are
-- written while that lock is held, so that no statement waits for a lock on them.
--
-- Plans: the functions that run for every call are planned once per database connection, with index scans only;
-- jobs/schema.sql explains why.

-- 1. Accounts, budgets, holds, transactions --------------------------------------------------------------------------

create table wallet_accounts (
  owner_id uuid not null references users,
  -- wallet: what the user has. funding: the source of top-ups. spent: what providers got for answers that were
  -- saved. loss: what they got for answers that were lost. overrun: what pays for usage above a hold.
  kind text not null check (kind in ('wallet', 'funding', 'spent', 'loss', 'overrun')),
  balance bigint not null default 0,
  -- The amount reserved for running calls; only a wallet has one.
  held bigint not null default 0 check (held >= 0),
  primary key (owner_id, kind),
  constraint wallet_never_negative check (case kind when 'wallet' then held <= balance else held = 0 end)
);
call protect('wallet_accounts', 'select');

create function open_accounts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet_accounts (owner_id, kind) select new.id, unnest(array['wallet', 'funding', 'spent', 'loss', 'overrun']);
  return null;
end $$;
create trigger open_accounts after insert on users for each row execute function open_accounts();

-- Caps on what a session or an exchange may cost the wallet. A budget applies to every hold made for that session or
-- exchange.
create table wallet_budgets (
  owner_id uuid not null references users,
  subject_id uuid not null,
  kind text not null check (kind in ('session', 'exchange')),
  cap bigint not null check (cap > 0),
  spent bigint not null default 0 check (spent >= 0),
  held bigint not null default 0 check (held >= 0),
  primary key (owner_id, subject_id),
  constraint budget_never_passed check (held <= cap - spent)
);
call protect('wallet_budgets', 'select');

-- Money reserved for one attempt of one call. The row says what was reserved; wallet_hold_events says how it ended.
create table wallet_holds (
  id uuid primary key,
  owner_id uuid not null references users,
  call_key text not null check (length(call_key) between 1 and 400),
  attempt text not null check (length(attempt) between 1 and 80),
  amount bigint not null check (amount > 0),
  -- The amount charged if the cost of the call never becomes known.
  estimate bigint not null check (estimate between 1 and amount),
  -- The hold is valid as long as the lease of its call: the job's lease under this fence, or else the hold's own lease.
  job_id uuid,
  fence bigint,
  expires_at timestamptz,
  -- The purpose of the call. As in jobs, these are labels without foreign keys, because records of money are kept when the
  -- project or session is deleted. A document costs what its chain costs.
  project_id uuid,
  session_id uuid,
  stage text,
  chain_id uuid,
  exchange_id uuid,
  model text,
  data_hash text not null,
  state text not null default 'held' check (state in ('held', 'settled', 'released', 'lost')),
  created_at timestamptz not null default clock_timestamp(),
  unique (owner_id, call_key, attempt),
  check ((job_id is null) = (fence is null)),
  check ((job_id is null) <> (expires_at is null))
);
create index wallet_holds_open on wallet_holds (owner_id, created_at) where state = 'held';
create index wallet_holds_open_by_call on wallet_holds (owner_id, call_key) where state = 'held';
call protect('wallet_holds', 'select');

create table wallet_transactions (
  -- Assigned under the owner's lock, so that one owner's ids are in commit order.
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  key text not null check (length(key) between 1 and 500),
  kind text not null check (kind in ('top-up', 'charge', 'loss', 'refund', 'recovery')),
  -- The number of the transaction's entries, so that none can be added later.
  entry_count int not null check (entry_count between 2 and 5),
  data_hash text not null,
  memo text not null default '' check (length(memo) <= 1000),
  estimated boolean not null default false,
  -- The transaction that this one reverses.
  reverses bigint unique references wallet_transactions,
  hold_id uuid references wallet_holds,
  call_key text,
  project_id uuid,
  session_id uuid,
  stage text,
  chain_id uuid,
  exchange_id uuid,
  model text,
  at timestamptz not null default clock_timestamp(),
  unique (owner_id, key),
  -- A hold is charged at most once and lost at most once, and each of these is reversed at most once.
  unique (hold_id, kind),
  check ((kind in ('refund', 'recovery')) = (reverses is not null)),
  check ((kind = 'top-up') = (call_key is null) and (kind = 'top-up') = (hold_id is null))
);
-- The functions below are planned while the tables are small, when all indexes cost the same, and the plans are then kept.
-- So no two indexes may serve the same condition of a function: the planner might choose the slower one, and keep it. This
-- is also why wallet_transactions_by_owner has a condition that is always true: only a query with the same condition uses
-- this index.
create index wallet_transactions_by_session on wallet_transactions (session_id) where session_id is not null;
create index wallet_transactions_by_exchange on wallet_transactions (exchange_id) where exchange_id is not null;
create index wallet_transactions_by_chain on wallet_transactions (chain_id) where chain_id is not null;
create index wallet_transactions_by_owner on wallet_transactions (owner_id, id) where entry_count > 0;
create index wallet_transactions_lately on wallet_transactions (owner_id, at) where kind <> 'top-up';
call protect('wallet_transactions', 'select');

create table wallet_entries (
  transaction_id bigint not null references wallet_transactions,
  account text not null,
  owner_id uuid not null,
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, account),
  foreign key (owner_id, account) references wallet_accounts (owner_id, kind)
);
create index wallet_entries_by_account on wallet_entries (owner_id, account);
call protect('wallet_entries', 'select');

create table wallet_hold_events (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  hold_id uuid not null references wallet_holds,
  -- recovered: the answer of a lost call arrived after all; the loss was reversed and the call charged.
  kind text not null check (kind in ('settled', 'released', 'lost', 'recovered')),
  transaction_id bigint references wallet_transactions,
  at timestamptz not null default clock_timestamp(),
  check ((kind = 'released') = (transaction_id is null))
);
create unique index hold_ends_once on wallet_hold_events (hold_id) where kind <> 'recovered';
create unique index hold_recovers_once on wallet_hold_events (hold_id) where kind = 'recovered';
call protect('wallet_hold_events', 'select');

-- A person's approval for a chain: each of its calls may cost up to this amount, however many times the chain is retried and
-- continued.
create table wallet_approvals (
  owner_id uuid not null references users,
  chain_id uuid not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  primary key (owner_id, chain_id, amount)
);
call protect('wallet_approvals', 'select');

-- Jobs that could not continue for lack of money or approval, and how much the next call of each needs.
create table wallet_payment_waits (
  owner_id uuid not null references users,
  job_id uuid not null,
  reason text not null check (reason in ('funds', 'approval')),
  amount bigint not null check (amount > 0),
  exchange_id uuid,
  since timestamptz not null default clock_timestamp(),
  primary key (owner_id, job_id)
);
call protect('wallet_payment_waits', 'select');

-- 2. Changes that are refused ----------------------------------------------------------------------------------------

create trigger immutable before update or delete or truncate on wallet_transactions
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on wallet_entries
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on wallet_hold_events
  for each statement execute function refuse_change();
create trigger immutable before update or delete or truncate on wallet_approvals
  for each statement execute function refuse_change();
create trigger immutable before delete or truncate
  or update of id, owner_id, call_key, attempt, amount, estimate, job_id, fence, project_id, session_id, stage, chain_id,
    exchange_id, model, data_hash, created_at on wallet_holds
  for each statement execute function refuse_change();

-- Only the trigger on wallet_hold_events may change the state.
create trigger state_follows before update of state on wallet_holds
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- The entries of a transaction are complete and sum to zero when it commits.
create function check_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  target bigint;
  found record;
begin
  if tg_table_name = 'wallet_entries' then
    target := new.transaction_id;
  else
    target := new.id;
  end if;
  select t.entry_count, count(e.amount) filter (where e.owner_id = t.owner_id) as entries, coalesce(sum(e.amount), 0) as total into found
  from wallet_transactions t left join wallet_entries e on e.transaction_id = t.id
  where t.id = target group by t.id;
  if found.total <> 0 or found.entries <> found.entry_count then
    raise exception 'Transaction % has % of its % entries, which sum to % instead of 0.', target, found.entries, found.entry_count, found.total
      using errcode = 'DL004';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on wallet_transactions
  deferrable initially deferred for each row execute function check_transaction();
create constraint trigger balanced after insert on wallet_entries
  deferrable initially deferred for each row execute function check_transaction();

-- 3. Derived from the records ----------------------------------------------------------------------------------------

create function add_money(one bigint, other bigint) returns bigint
  language plpgsql immutable parallel safe as $$
begin
  if one::numeric + other not between -9223372036854775807 and 9223372036854775807 then
    raise exception 'The sum of % and % is more than an account can hold.', one, other using errcode = 'DL006';
  end if;
  return one + other;
end $$;

create function follow_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wallet_accounts set balance = add_money(balance, new.amount) where owner_id = new.owner_id and kind = new.account;
  if new.account = 'wallet' then
    update wallet_budgets set spent = spent - new.amount
    from wallet_transactions t
    where t.id = new.transaction_id and t.kind <> 'top-up'
      and wallet_budgets.owner_id = new.owner_id and wallet_budgets.subject_id = any (array[t.session_id, t.exchange_id]);
  end if;
  return null;
end $$;
create trigger follow after insert on wallet_entries for each row execute function follow_entry();

create function change_held(hold wallet_holds, change bigint) returns void language plpgsql as $$
begin
  update wallet_accounts set held = held + change where owner_id = hold.owner_id and kind = 'wallet';
  update wallet_budgets set held = held + change
  where owner_id = hold.owner_id and subject_id = any (array[hold.session_id, hold.exchange_id]);
end $$;

create function follow_hold() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform change_held(new, new.amount);
  return null;
end $$;
create trigger follow after insert on wallet_holds for each row execute function follow_hold();

create function follow_hold_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hold wallet_holds;
begin
  if new.kind <> 'recovered' then
    update wallet_holds set state = new.kind where id = new.hold_id returning * into hold;
    perform change_held(hold, -hold.amount);
  end if;
  return null;
end $$;
create trigger follow after insert on wallet_hold_events for each row execute function follow_hold_event();

-- 4. Helper functions ------------------------------------------------------------------------------------------------

create function lock_wallet(p_owner uuid) returns wallet_accounts language plpgsql as $$
declare
  wallet wallet_accounts;
begin
  select * into wallet from wallet_accounts where owner_id = p_owner and kind = 'wallet' for no key update;
  if not found then
    raise exception 'There is no wallet: %.', coalesce('user ' || p_owner || ' is unknown', 'there is no acting user') using errcode = 'DL003';
  end if;
  return wallet;
end $$;

-- jsonb prints equal data as equal text, because it sorts the keys.
create function data_hash(data jsonb) returns text
  language sql stable parallel safe
  return encode(sha256(convert_to(data::text, 'UTF8')), 'hex');

-- Amounts are sent as strings, because JSON numbers lose digits above 2^53.
create function tell_wallet(p_kind text, p_owner uuid, p_project uuid, p_session uuid, p_data jsonb) returns void
  language plpgsql as $$
begin
  insert into events (kind, owner_id, project_id, session_id, data)
  select p_kind, p_owner, p_project, p_session,
    jsonb_strip_nulls(p_data) || jsonb_build_object('balance', balance::text, 'held', held::text)
  from wallet_accounts where owner_id = p_owner and kind = 'wallet';
end $$;

create function hold_event_data(hold wallet_holds) returns jsonb
  language sql stable
  return jsonb_build_object('holdId', hold.id, 'callKey', hold.call_key, 'hold', hold.amount::text, 'stage', hold.stage,
    'chainId', hold.chain_id, 'exchangeId', hold.exchange_id, 'model', hold.model, 'jobId', hold.job_id);

create function own_hold(p_hold uuid) returns wallet_holds language plpgsql as $$
declare
  hold wallet_holds;
begin
  perform lock_wallet(acting_user());
  select * into hold from wallet_holds where id = p_hold;
  if not found or hold.owner_id <> acting_user() then
    raise exception 'There is no hold %.', p_hold using errcode = 'DL003';
  end if;
  return hold;
end $$;

-- Records what a call cost: the wallet pays `from_wallet`, the overrun account the rest.
create function book_call(
  hold wallet_holds, p_kind text, p_key text, p_hash text, cost bigint, from_wallet bigint, p_estimated boolean, p_memo text)
  returns bigint language plpgsql as $$
declare
  booked bigint;
  hold_end constant text := case when hold.state = 'lost' then 'recovered' when p_kind = 'loss' then 'lost' else 'settled' end;
begin
  if cost is null or cost <= 0 then
    raise exception 'The cost of a call must be greater than zero, not %. Release hold % instead.', cost, hold.id using errcode = 'DL006';
  end if;
  insert into wallet_transactions (
    owner_id, key, kind, entry_count, data_hash, memo, estimated, hold_id, call_key,
    project_id, session_id, stage, chain_id, exchange_id, model)
  values (
    hold.owner_id, p_key, p_kind, case when from_wallet < cost then 3 else 2 end, p_hash, p_memo, p_estimated, hold.id, hold.call_key,
    hold.project_id, hold.session_id, hold.stage, hold.chain_id, hold.exchange_id, hold.model)
  returning id into booked;
  -- The hold is released before the money is spent, so that held never exceeds the balance in between.
  insert into wallet_hold_events (owner_id, hold_id, kind, transaction_id) values (hold.owner_id, hold.id, hold_end, booked);
  insert into wallet_entries (transaction_id, owner_id, account, amount)
  select booked, hold.owner_id, account, part
  from (values ('wallet', -from_wallet), ('overrun', from_wallet - cost),
    (case p_kind when 'loss' then 'loss' else 'spent' end, cost)) as line (account, part)
  where part <> 0;
  perform tell_wallet('wallet.' || hold_end, hold.owner_id, hold.project_id, hold.session_id, hold_event_data(hold)
    || jsonb_build_object('transactionId', booked::text, 'amount', from_wallet::text, 'overrun', (cost - from_wallet)::text,
      'estimated', p_estimated));
  return booked;
end $$;

create function book_loss(hold wallet_holds, cost bigint) returns bigint
  language sql
  return book_call(hold, 'loss', 'loss:' || hold.attempt || ':' || hold.call_key, data_hash(to_jsonb(cost)), cost,
    least(cost, hold.amount), true, 'The answer was lost with its worker.');

-- Reverses a transaction, entry by entry.
create function book_reversal(of wallet_transactions, p_kind text, p_key text, p_hash text, p_memo text) returns bigint
  language plpgsql as $$
declare
  booked bigint;
begin
  insert into wallet_transactions (
    owner_id, key, kind, entry_count, data_hash, memo, estimated, reverses, hold_id, call_key,
    project_id, session_id, stage, chain_id, exchange_id, model)
  values (
    of.owner_id, p_key, p_kind, of.entry_count, p_hash, p_memo, of.estimated, of.id, of.hold_id, of.call_key,
    of.project_id, of.session_id, of.stage, of.chain_id, of.exchange_id, of.model)
  returning id into booked;
  insert into wallet_entries (transaction_id, owner_id, account, amount)
  select booked, owner_id, account, -amount from wallet_entries where transaction_id = of.id;
  return booked;
end $$;

-- The charges of all holds of a call, each with the transaction that refunded it (null if none did).
create function charges_of(p_owner uuid, p_call text) returns table (charge wallet_transactions, refunded_by bigint)
  language sql stable as $$
  select t, (select back.id from wallet_transactions back where back.reverses = t.id)
  from wallet_transactions t
  where t.hold_id = any (array(select id from wallet_holds where owner_id = p_owner and call_key = p_call)) and t.kind = 'charge';
$$;

-- The most that a call of this scope could take from the wallet now, and the budget that sets this limit (null if the wallet
-- sets it).
create function room_for(wallet wallet_accounts, p_session uuid, p_exchange uuid, out room bigint, out budget wallet_budgets)
  language plpgsql stable as $$
begin
  select * into budget from wallet_budgets
  where owner_id = wallet.owner_id and subject_id = any (array[p_session, p_exchange])
  order by cap - spent - held limit 1;
  room := wallet.balance - wallet.held;
  if budget.cap - budget.spent - budget.held < room then
    room := budget.cap - budget.spent - budget.held;
  else
    budget := null;
  end if;
end $$;

-- 5. The life of a hold ----------------------------------------------------------------------------------------------

-- Reserves money for one attempt of a call: {id, call_key, attempt, amount, estimate, job_id, fence | lease_ms, scope}.
-- A refusal returns no hold, but the missing amount and the budget that was too small (none if it was the wallet).
create function hold_money(request jsonb)
  returns table (hold_id uuid, short_by bigint, budget_kind text, budget_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  wallet wallet_accounts := lock_wallet(acting_user());
  wanted wallet_holds := jsonb_populate_record(null::wallet_holds, request);
  known wallet_holds;
  stale wallet_holds;
  limits record;
begin
  wanted.data_hash := data_hash(request - 'id');
  select * into known from wallet_holds
  where owner_id = wallet.owner_id and call_key = wanted.call_key and attempt = wanted.attempt;
  if found then
    if known.data_hash <> wanted.data_hash or known.state <> 'held' then
      raise exception 'Attempt % of call % has a hold already, %. Use another number for another attempt.',
        wanted.attempt, wanted.call_key, case known.state when 'held' then 'for something else' else 'and it is ' || known.state end
        using errcode = 'DL004';
    end if;
    return query select known.id, null::bigint, null::text, null::uuid;
    return;
  end if;

  -- A new attempt means that the previous attempt is over: its answer will not arrive.
  for stale in select * from wallet_holds where owner_id = wallet.owner_id and call_key = wanted.call_key and state = 'held' loop
    perform book_loss(stale, stale.estimate);
    select * into wallet from wallet_accounts where owner_id = wallet.owner_id and kind = 'wallet';
  end loop;

  limits := room_for(wallet, wanted.session_id, wanted.exchange_id);
  if limits.room < wanted.amount then
    if wanted.job_id is not null then
      insert into wallet_payment_waits (owner_id, job_id, reason, amount, exchange_id)
      values (wallet.owner_id, wanted.job_id, 'funds', wanted.amount, wanted.exchange_id)
      on conflict (owner_id, job_id) do update set reason = 'funds', amount = excluded.amount;
    end if;
    return query select null::uuid, wanted.amount - limits.room, (limits.budget).kind, (limits.budget).subject_id;
    return;
  end if;

  insert into wallet_holds (
    id, owner_id, call_key, attempt, amount, estimate, job_id, fence, expires_at,
    project_id, session_id, stage, chain_id, exchange_id, model, data_hash)
  values (
    wanted.id, wallet.owner_id, wanted.call_key, wanted.attempt, wanted.amount, wanted.estimate, wanted.job_id, wanted.fence,
    clock_timestamp() + make_interval(secs => (request ->> 'lease_ms')::int / 1000.0),
    wanted.project_id, wanted.session_id, wanted.stage, wanted.chain_id, wanted.exchange_id, wanted.model, wanted.data_hash);
  delete from wallet_payment_waits where owner_id = wallet.owner_id and job_id = wanted.job_id;
  perform tell_wallet('wallet.held', wallet.owner_id, wanted.project_id, wanted.session_id, hold_event_data(wanted));
  return query select wanted.id, null::bigint, null::text, null::uuid;
end $$;

-- The amount that calls have taken from a wallet within the last day.
create function spent_lately(p_owner uuid) returns numeric language sql stable
  return (
    select coalesce(-sum(e.amount), 0)
    from wallet_transactions t join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'
    where t.owner_id = p_owner and t.kind <> 'top-up' and t.at > clock_timestamp() - interval '1 day');

-- Like hold_money, but asks for approval first: a job whose call would take more than this share (in percent) of the wallet
-- pauses until it is approved. The share refers to the balance before the calls of the last day, so that a wallet that runs
-- low does not need an approval for each of its last calls. If the wallet cannot pay at all, the job waits for funds, not
-- for approval. `ask` is the most that any call of the chain can cost, so that one approval covers all of them.
create function hold_or_ask(request jsonb, share int, ask bigint)
  returns table (asks boolean, hold_id uuid, short_by bigint, budget_kind text, budget_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet wallet_accounts := lock_wallet(acting_user());
  wanted wallet_holds := jsonb_populate_record(null::wallet_holds, request);
begin
  if wanted.job_id is not null
    and wanted.amount::numeric * 100 > wallet.balance::numeric * share
    and wanted.amount <= (room_for(wallet, wanted.session_id, wanted.exchange_id)).room
    and wanted.amount::numeric * 100 > (wallet.balance + spent_lately(wallet.owner_id)) * share
    and not exists (
      select from wallet_approvals a
      where a.owner_id = wallet.owner_id and a.chain_id = wanted.chain_id and a.amount >= wanted.amount)
    and not exists (
      select from wallet_holds h
      where h.owner_id = wallet.owner_id and h.call_key = wanted.call_key and h.attempt = wanted.attempt)
  then
    perform ask_approval(wanted.job_id, greatest(ask, wanted.amount));
    return query select true, null::uuid, null::bigint, null::text, null::uuid;
    return;
  end if;
  return query select false, h.* from hold_money(request) h;
end $$;

-- Checks an outlay before any work is done for it; nothing is held. If the outlay exceeds what is free, the job waits for
-- funds. If it exceeds the share (in percent) of the balance before the calls of the last day, the job waits for approval,
-- unless its chain has one. `ask` is the amount to approve. The wallet is read once.
create function check_outlay(p_job uuid, p_chain uuid, p_amount bigint, p_share int, p_ask bigint)
  returns table (reason text, short_by bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet wallet_accounts;
begin
  select * into wallet from wallet_accounts where owner_id = acting_user() and kind = 'wallet';
  if wallet.balance - wallet.held < p_amount then
    insert into wallet_payment_waits (owner_id, job_id, reason, amount)
    select owner_id, id, 'funds', p_amount from jobs where id = p_job and owner_id = acting_user()
    on conflict (owner_id, job_id) do update set reason = 'funds', amount = excluded.amount;
    return query select 'funds', p_amount - (wallet.balance - wallet.held);
  elsif p_job is not null
    and p_amount::numeric * 100 > wallet.balance::numeric * p_share
    and p_amount::numeric * 100 > (wallet.balance + spent_lately(wallet.owner_id)) * p_share
    and not exists (
      select from wallet_approvals a
      where a.owner_id = wallet.owner_id and a.chain_id = p_chain and a.amount >= p_amount) then
    perform ask_approval(p_job, greatest(p_ask, p_amount));
    return query select 'approval', null::bigint;
  end if;
end $$;
revoke execute on function check_outlay from public;
grant execute on function check_outlay to dialectic_app;

-- Charges what the call cost and releases the rest, in the transaction that saves the answer. There is one charge per call; after
-- a refund there may be another. A hold that was recorded as lost is recovered: its loss is reversed and the call is charged, as
-- far as the wallet and the budgets cover it now.
create function settle_hold(p_hold uuid, actual bigint, is_estimate boolean, p_memo text)
  returns table (transaction_id bigint, charged bigint, overrun bigint)
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  hold wallet_holds := own_hold(p_hold);
  hash constant text := data_hash(jsonb_build_array(p_hold, actual, is_estimate));
  known record;
  room bigint := hold.amount;
  earlier int;
begin
  select t.*, -e.amount as paid into known
  from wallet_transactions t join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'
  where t.hold_id = p_hold and t.kind = 'charge';
  if found then
    if known.data_hash <> hash then
      raise exception 'Hold % is settled already, with another amount.', p_hold using errcode = 'DL004';
    end if;
    return query select known.id, known.paid, actual - known.paid;
    return;
  end if;
  if hold.state = 'released' then
    raise exception 'Hold % was released; there is nothing left to settle.', p_hold using errcode = 'DL004';
  end if;
  select count(*), count(*) filter (where refunded_by is null) as standing into known from charges_of(hold.owner_id, hold.call_key);
  if known.standing > 0 then
    raise exception 'Call % is charged already; hold % is another attempt of it.', hold.call_key, p_hold using errcode = 'DL004';
  end if;
  earlier := known.count;

  if hold.state = 'lost' then
    perform book_reversal(t, 'recovery', 'recovery:' || t.id, t.data_hash, 'The answer arrived after all.')
    from wallet_transactions t where t.hold_id = p_hold and t.kind = 'loss';
    select least(hold.amount, (room_for(a, hold.session_id, hold.exchange_id)).room) into room
    from wallet_accounts a where a.owner_id = hold.owner_id and a.kind = 'wallet';
  end if;
  charged := least(actual, room);
  overrun := actual - charged;
  transaction_id := book_call(hold, 'charge', 'charge:' || earlier + 1 || ':' || hold.call_key, hash, actual, charged, is_estimate, p_memo);
  return next;
end $$;

-- Releases a hold whose call cost nothing. An ended hold keeps its state. Returns the state.
create function release_hold(p_hold uuid) returns text
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  hold wallet_holds := own_hold(p_hold);
begin
  if hold.state <> 'held' then
    return hold.state;
  end if;
  insert into wallet_hold_events (owner_id, hold_id, kind) values (hold.owner_id, hold.id, 'released');
  perform tell_wallet('wallet.released', hold.owner_id, hold.project_id, hold.session_id, hold_event_data(hold));
  return 'released';
end $$;

-- Ends the hold of a call that will never be answered although the provider will bill it. Returns the state.
create function lose_hold(p_hold uuid, cost bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  hold wallet_holds := own_hold(p_hold);
begin
  if hold.state <> 'held' then
    return hold.state;
  end if;
  if cost is null then
    perform book_loss(hold, hold.estimate);
  else -- the caller knows the cost: the worker is alive, but the answer could not be used
    perform book_call(hold, 'loss', 'loss:' || hold.attempt || ':' || hold.call_key, data_hash(to_jsonb(cost)), cost,
      least(cost, hold.amount), true, 'The answer could not be used.');
  end if;
  return 'lost';
end $$;

-- Renews the hold of a running call that belongs to no job. Returns false if the hold has ended.
create function renew_hold(p_hold uuid, lease_ms int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  update wallet_holds set expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where id = p_hold and owner_id = acting_user() and state = 'held' and job_id is null;
  return found;
end $$;

create function hold_is_over(hold wallet_holds) returns boolean
  language sql stable
  return case when hold.job_id is null then hold.expires_at <= clock_timestamp()
    else not exists (
      select from jobs
      where id = hold.job_id and fence = hold.fence and status = 'processing' and lease_expires_at > clock_timestamp()) end;

-- Books one owner's holds whose leases have expired as lost, at their estimated cost. Does nothing while leases are not
-- trusted (leases_are_trusted). Maintenance calls it until it finds none. It skips the holds of a locked job: the job's attempt
-- may be ending, and its end also ends the hold.
create function sweep_holds(max_holds integer)
  returns integer
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  candidate wallet_holds;
  current_owner uuid;
  swept int := 0;
begin
  if not leases_are_trusted() then
    return 0;
  end if;
  for candidate in
    select * from wallet_holds hold where state = 'held' and hold_is_over(hold) order by owner_id, created_at limit max_holds
  loop
    exit when candidate.owner_id <> current_owner;
    if candidate.job_id is not null then
      perform from jobs where id = candidate.job_id for no key update skip locked;
      continue when not found and exists (select from jobs where id = candidate.job_id);
    end if;
    current_owner := candidate.owner_id;
    perform lock_wallet(current_owner);
    select * into candidate from wallet_holds hold where id = candidate.id and state = 'held' and hold_is_over(hold) for no key update;
    if found then
      perform book_loss(candidate, candidate.estimate);
      swept := swept + 1;
    end if;
  end loop;
  return swept;
end $$;

-- 6. Top-ups, refunds, budgets ---------------------------------------------------------------------------------------

-- Millionths of a dollar as text: as many decimals as needed, at least two. rpad alone would also truncate: a tenth of a
-- cent would become zero.
create function in_dollars(units bigint) returns text
  language sql immutable parallel safe
  return '$' || units / 1000000 || '.' || rtrim(lpad((units % 1000000)::text, 6, '0'), '0')
    || repeat('0', 2 - least(length(rtrim(lpad((units % 1000000)::text, 6, '0'), '0')), 2));

create function top_up(p_key text, amount bigint, note text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  wallet wallet_accounts := lock_wallet(acting_user());
  hash constant text := data_hash(jsonb_build_array(amount, note));
  known wallet_transactions;
  booked bigint;
begin
  select * into known from wallet_transactions where owner_id = wallet.owner_id and key = 'top-up:' || p_key;
  if found then
    if known.data_hash <> hash then
      raise exception 'The key % was used for another top-up already.', p_key using errcode = 'DL004';
    end if;
    return known.id;
  end if;
  if amount is null or amount <= 0 then
    raise exception 'A top-up must be greater than zero, not %.', amount using errcode = 'DL006';
  end if;
  insert into wallet_transactions (owner_id, key, kind, entry_count, data_hash, memo)
  values (wallet.owner_id, 'top-up:' || p_key, 'top-up', 2, hash, note)
  returning id into booked;
  insert into wallet_entries (transaction_id, owner_id, account, amount)
  values (booked, wallet.owner_id, 'wallet', amount), (booked, wallet.owner_id, 'funding', -amount);
  perform tell_wallet('wallet.topped-up', wallet.owner_id, null, null,
    jsonb_build_object('transactionId', booked::text, 'amount', amount::text));
  return booked;
end $$;

create function refund_call(p_key text, p_call text, reason text) returns table (transaction_id bigint, refunded bigint)
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  wallet wallet_accounts := lock_wallet(acting_user());
  hash constant text := data_hash(jsonb_build_array(p_call, reason));
  known wallet_transactions;
  found_charge record;
  charge wallet_transactions;
begin
  select * into known from wallet_transactions where owner_id = wallet.owner_id and key = 'refund:' || p_key;
  if known.data_hash <> hash then
    raise exception 'The key % was used for another refund already.', p_key using errcode = 'DL004';
  end if;
  transaction_id := known.id;
  if transaction_id is null then
    select * into found_charge from charges_of(wallet.owner_id, p_call) order by refunded_by is null desc limit 1;
    if not found then
      raise exception 'There is no charge for call %.', p_call using errcode = 'DL003';
    end if;
    if found_charge.refunded_by is not null then
      raise exception 'The charge for call % was refunded already.', p_call using errcode = 'DL004';
    end if;
    charge := found_charge.charge;
    transaction_id := book_reversal(charge, 'refund', 'refund:' || p_key, hash, reason);
    perform tell_wallet('wallet.refunded', charge.owner_id, charge.project_id, charge.session_id, jsonb_build_object(
      'transactionId', transaction_id::text, 'of', charge.id::text, 'callKey', p_call, 'reason', reason));
  end if;
  select amount into refunded from wallet_entries e where e.transaction_id = refund_call.transaction_id and account = 'wallet';
  return next;
end $$;

-- The cost of a session or an exchange to its owner's wallet, and the amount held for it.
create function used_by(p_owner uuid, p_subject uuid, out spent numeric, out held numeric)
  language sql stable
  begin atomic
    select
      coalesce((
        select -sum(e.amount)
        from (
          select id from wallet_transactions where session_id = p_subject and owner_id = p_owner
          union
          select id from wallet_transactions where exchange_id = p_subject and owner_id = p_owner) t
        join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'), 0),
      coalesce((
        select sum(h.amount) from wallet_holds h
        where h.owner_id = p_owner and h.state = 'held' and p_subject in (h.session_id, h.exchange_id)), 0);
  end;

-- Sets a cap, or removes it (null). Earlier spending counts.
create function set_budget(p_kind text, p_subject uuid, new_cap bigint) returns setof wallet_budgets
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet wallet_accounts := lock_wallet(acting_user());
  used record;
begin
  if new_cap is null then
    delete from wallet_budgets where owner_id = wallet.owner_id and subject_id = p_subject;
    if found then
      perform tell_wallet('wallet.budget-lifted', wallet.owner_id, null, case p_kind when 'session' then p_subject end,
        jsonb_build_object('kind', p_kind, 'subjectId', p_subject));
    end if;
    return;
  end if;
  used := used_by(wallet.owner_id, p_subject);
  if used.spent + used.held > new_cap then
    raise exception 'The % has already spent or reserved %: a budget of % is too small.', p_kind, in_dollars((used.spent + used.held)::bigint), in_dollars(new_cap)
      using errcode = 'DL004';
  end if;
  perform tell_wallet('wallet.budget-set', wallet.owner_id, null, case p_kind when 'session' then p_subject end,
    jsonb_build_object('kind', p_kind, 'subjectId', p_subject, 'cap', new_cap::text));
  return query
    insert into wallet_budgets as b (owner_id, subject_id, kind, cap, spent, held)
    values (wallet.owner_id, p_subject, p_kind, new_cap, used.spent, used.held)
    on conflict (owner_id, subject_id) do update set cap = excluded.cap
    returning b.*;
end $$;

-- 7. Waiting for money or for approval -------------------------------------------------------------------------------

-- Resumes, oldest first, the owner's jobs that are paused for lack of funds and whose next hold would fit now. It does not lock
-- the wallet, because jobs must be locked first; a resumed job may still be refused its hold. A sibling that was paused
-- along with such a job is assumed to need the same amount.
create function resume_affordable_of(p_owner uuid) returns setof uuid language plpgsql as $$
declare
  wallet wallet_accounts;
  candidate record;
  limits record;
  promised bigint := 0;
  promised_by jsonb := '{}';
  fitting uuid[] := '{}';
begin
  select * into wallet from wallet_accounts where owner_id = p_owner and kind = 'wallet';
  -- Money that resumed jobs need but have not held yet is not available to other jobs.
  select coalesce(sum(w.amount), 0) into promised from wallet_payment_waits w join jobs j on j.id = w.job_id
  where w.owner_id = p_owner and w.reason = 'funds' and (job_is_runnable(j.status) or j.status = 'processing');
  for candidate in
    select j.id, j.session_id, w.exchange_id, coalesce(w.amount, (
      select max(beside.amount) from jobs sibling join wallet_payment_waits beside on beside.owner_id = p_owner and beside.job_id = sibling.id
      where sibling.parent_id = j.parent_id), 1) as need
    from jobs j left join wallet_payment_waits w on w.owner_id = p_owner and w.job_id = j.id
    where j.owner_id = p_owner and j.status = 'paused' and j.pause_reason = 'funds'
    order by coalesce(w.since, j.created_at), j.id
  loop
    exit when wallet.balance - wallet.held <= promised;
    limits := room_for(wallet, candidate.session_id, candidate.exchange_id);
    continue when candidate.need > wallet.balance - wallet.held - promised;
    continue when candidate.need > limits.room - coalesce((promised_by ->> (limits.budget).subject_id::text)::bigint, 0);
    promised := promised + candidate.need;
    if (limits.budget).subject_id is not null then
      promised_by := promised_by || jsonb_build_object((limits.budget).subject_id,
        candidate.need + coalesce((promised_by ->> (limits.budget).subject_id::text)::bigint, 0));
    end if;
    fitting := fitting || candidate.id;
  end loop;
  if fitting <> '{}' then
    perform lock_lineage(fitting);
    for candidate in
      select id from jobs where id = any (fitting) and status = 'paused' and pause_reason = 'funds' order by array_position(fitting, id)
    loop
      perform resume_job(candidate.id);
      return next candidate.id;
    end loop;
  end if;
end $$;

create function resume_affordable() returns setof uuid
  language sql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
  select resume_affordable_of(acting_user());
$$;

-- Does the work of resume_affordable for all owners. Maintenance calls it, because money also becomes free when a call costs
-- less than was reserved for it.
create function resume_all_affordable() returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  waiting uuid;
begin
  for waiting in
    select distinct owner_id from jobs where status = 'paused' and pause_reason = 'funds' order by 1
  loop
    return query select resume_affordable_of(waiting);
  end loop;
  delete from wallet_payment_waits w using jobs j where j.id = w.job_id and job_is_over(j.status);
end $$;

-- Jobs that are paused for funds: what the next call of each needs, and what the tighter of wallet and budget has left for
-- it. A job that was paused together with its siblings is assumed to need as much as they do, as in resume_affordable_of.
create view unfunded_jobs with (security_invoker = true) as
select j.id as job_id, j.owner_id, j.project_id, j.session_id, j.stage, j.iteration,
  coalesce(w.since, j.paused_at, j.created_at) as since,
  coalesce(w.amount, (
    select max(beside.amount)
    from jobs sibling
    join wallet_payment_waits beside on beside.owner_id = j.owner_id and beside.job_id = sibling.id
    where sibling.parent_id = j.parent_id), 1) as need,
  coalesce(limits.room, 0) as room,
  case when (limits.budget).subject_id is null then 'wallet' else 'budget' end as limited_by
from jobs j
left join wallet_payment_waits w on w.owner_id = j.owner_id and w.job_id = j.id
left join wallet_accounts a on a.owner_id = j.owner_id and a.kind = 'wallet'
cross join lateral room_for(a, j.session_id, w.exchange_id) limits
where j.status = 'paused' and j.pause_reason = 'funds';
grant select on unfunded_jobs to dialectic_app;

-- Records that a job needs a person's approval to spend this much. The job's outcome then pauses it.
create function ask_approval(p_job uuid, p_amount bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into wallet_payment_waits (owner_id, job_id, reason, amount)
  select owner_id, id, 'approval', p_amount from jobs where id = p_job and owner_id = acting_user()
  on conflict (owner_id, job_id) do update set reason = 'approval', amount = excluded.amount;
$$;

-- Approves the amount; resumes the chain and the siblings paused with it, except those that need approval themselves.
create function approve_spending(p_job uuid, p_amount bigint) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asker jobs;
  resumed uuid;
begin
  select * into asker from jobs where id = p_job and owner_id = acting_user();
  if not found then
    raise exception 'There is no job %.', p_job using errcode = 'DL003';
  end if;
  asker := chain_end(p_job);
  perform lock_lineage(array[asker.id]);
  insert into wallet_approvals (owner_id, chain_id, amount) values (asker.owner_id, asker.chain_id, p_amount) on conflict do nothing;
  if found then
    perform emit_event('wallet.approved', asker.owner_id, asker.project_id, asker.session_id,
      jsonb_build_object('chainId', asker.chain_id, 'amount', p_amount::text));
  end if;
  for resumed in
    select j.id from jobs j left join wallet_payment_waits w on w.owner_id = j.owner_id and w.job_id = j.id and w.reason = 'approval'
    where (j.id = asker.id and coalesce(w.amount, 0) <= p_amount or j.parent_id = asker.parent_id and w.job_id is null)
      and j.status = 'paused' and j.pause_reason = 'approval'
    order by j.id
  loop
    perform resume_job(resumed);
    return next resumed;
  end loop;
end $$;

-- 8. Audit -----------------------------------------------------------------------------------------------------------

-- Every derived value, computed from the records, next to the stored one.
create function audit_wallets()
  returns table (owner_id uuid, what text, subject text, kept numeric, rebuilt numeric)
  language sql stable as $$
  select a.owner_id, 'balance', a.kind, a.balance,
    coalesce((select sum(e.amount) from wallet_entries e where e.owner_id = a.owner_id and e.account = a.kind), 0)
  from wallet_accounts a
  union all
  select a.owner_id, 'held', a.kind, a.held, coalesce((
    select sum(h.amount) from wallet_holds h
    where h.owner_id = a.owner_id and a.kind = 'wallet'
      and not exists (select from wallet_hold_events e where e.hold_id = h.id)), 0)
  from wallet_accounts a
  union all
  select b.owner_id, 'budget spent', b.subject_id::text, b.spent, (used_by(b.owner_id, b.subject_id)).spent from wallet_budgets b
  union all
  select b.owner_id, 'budget held', b.subject_id::text, b.held, (used_by(b.owner_id, b.subject_id)).held from wallet_budgets b
  union all
  select e.owner_id, 'trial balance', 'all accounts', sum(e.amount), 0 from wallet_entries e group by e.owner_id;
$$;

-- Recomputes derived values from the records. Returns how many rows were wrong.
create function rebuild_balances() returns int language plpgsql as $$
declare
  mended int;
  budgets_mended int;
begin
  perform from wallet_accounts where kind = 'wallet' order by owner_id for no key update;
  with truth as (
    select owner_id, subject, max(rebuilt) filter (where what = 'balance') as balance, max(rebuilt) filter (where what = 'held') as held
    from audit_wallets() where what in ('balance', 'held') group by 1, 2)
  update wallet_accounts a set balance = truth.balance, held = truth.held
  from truth
  where a.owner_id = truth.owner_id and a.kind = truth.subject
    and (a.balance, a.held) is distinct from (truth.balance::bigint, truth.held::bigint);
  get diagnostics mended = row_count;
  update wallet_budgets b set spent = used.spent, held = used.held
  from wallet_budgets same cross join lateral used_by(same.owner_id, same.subject_id) used
  where b.owner_id = same.owner_id and b.subject_id = same.subject_id
    and (b.spent, b.held) is distinct from (used.spent::bigint, used.held::bigint);
  get diagnostics budgets_mended = row_count;
  return mended + budgets_mended;
end $$;
