-- What a further iteration was expected to cost when it began; null for those older than this.
alter table iterations add column quote jsonb;

-- The same as before, but in words people use: dollars, and what became of an answer.
create or replace function set_budget(p_kind text, p_subject uuid, new_cap bigint) returns setof budgets
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet accounts := lock_wallet(acting_user());
  used record;
begin
  if new_cap is null then
    delete from budgets where owner_id = wallet.owner_id and subject_id = p_subject;
    if found then
      perform tell_wallet('wallet.budget-lifted', wallet.owner_id, null, case p_kind when 'session' then p_subject end,
        jsonb_build_object('kind', p_kind, 'subjectId', p_subject));
    end if;
    return;
  end if;
  used := used_by(wallet.owner_id, p_subject);
  if used.spent + used.held > new_cap then
    raise exception 'The % has spent or set aside % already: a budget of % is too small.', p_kind, in_dollars((used.spent + used.held)::bigint), in_dollars(new_cap)
      using errcode = 'DL004';
  end if;
  perform tell_wallet('wallet.budget-set', wallet.owner_id, null, case p_kind when 'session' then p_subject end,
    jsonb_build_object('kind', p_kind, 'subjectId', p_subject, 'cap', new_cap::text));
  return query
    insert into budgets as b (owner_id, subject_id, kind, cap, spent, held)
    values (wallet.owner_id, p_subject, p_kind, new_cap, used.spent, used.held)
    on conflict (owner_id, subject_id) do update set cap = excluded.cap
    returning b.*;
end $$;

create or replace function lose_hold(p_hold uuid, cost bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hold holds := own_hold(p_hold);
begin
  if hold.state <> 'held' then
    return hold.state;
  end if;
  if cost is null then
    perform book_loss(hold, hold.estimate);
  else -- somebody is there to say what it cost: the worker lives, the answer was of no use
    perform book_call(hold, 'loss', 'loss:' || hold.attempt || ':' || hold.call_key, data_hash(to_jsonb(cost)), cost,
      least(cost, hold.amount), true, 'The answer could not be used.');
  end if;
  return 'lost';
end $$;
-- As 0006 has it for whatever every call goes through; to replace a function is to forget it.
alter function lose_hold(uuid, bigint) set plan_cache_mode = force_generic_plan;
alter function lose_hold(uuid, bigint) set enable_seqscan = off;
alter function lose_hold(uuid, bigint) set enable_bitmapscan = off;

-- As many decimals as it has, two at least: rpad by itself also cuts, and a tenth of a cent was told as nothing.
create or replace function in_dollars(units bigint) returns text
  language sql immutable parallel safe
  return '$' || units / 1000000 || '.' || rtrim(lpad((units % 1000000)::text, 6, '0'), '0')
    || repeat('0', 2 - least(length(rtrim(lpad((units % 1000000)::text, 6, '0'), '0')), 2));
