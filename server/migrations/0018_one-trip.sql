-- Fewer trips under locks that many wait for: the wallet's row above all.

-- Leave to make a call: the job is still ours, the money is set aside, the rate is taken; all of it or nothing. The lock
-- on the job is the last look whether it is ours before anything is sent. Money before rates, as when a call is booked:
-- the other order would deadlock with it. `request` is null for a call that costs nothing.
create function take_leave(p_job uuid, p_fence bigint, request jsonb, share int, ask bigint, model text, tokens bigint)
  returns table (wait_ms int, asks boolean, hold_id uuid, short_by bigint, budget_kind text, budget_id uuid)
  language plpgsql as $$
begin
  if p_job is not null then
    perform lock_job(p_job, p_fence);
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
  exception when sqlstate 'DL900' then -- where there is money but no rate, nothing stays held
    hold_id := null;
  end;
  return next;
end $$;

-- As complete_jobs for one, whose effects are in the same transaction: if it is held no more, they must not stay.
create function complete_job(target uuid, held_fence bigint, turn_results jsonb) returns void language plpgsql as $$
begin
  perform complete_jobs(jsonb_build_array(jsonb_build_object('id', target, 'fence', held_fence::text, 'results', turn_results)));
  if not found then
    raise exception 'The lease of job % ran out while its turn was recorded.', target using errcode = 'DL001';
  end if;
end $$;
