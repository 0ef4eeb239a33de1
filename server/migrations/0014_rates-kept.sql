-- Rates: no count is lost between a call and what a provider says at the same moment. As in 0008_rates.sql, but the row
-- is locked before it is read.

-- What a provider said at a moment: limits replace what it said before; what remains can only lower a bucket, by as
-- much as time has not given back since.
create or replace function learn_rate(
  model text, requests int, tokens int, requests_remaining bigint, tokens_remaining bigint, heard_at timestamptz
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  model_key constant text := 'model:' || model;
begin
  if requests is not null or tokens is not null then
    insert into rate_limits (key, learned_requests, learned_tokens) values (model_key, requests, tokens)
    on conflict (key) do update set
      learned_requests = coalesce(excluded.learned_requests, rate_limits.learned_requests),
      learned_tokens = coalesce(excluded.learned_tokens, rate_limits.learned_tokens)
    where (rate_limits.learned_requests, rate_limits.learned_tokens) is distinct from (
      coalesce(excluded.learned_requests, rate_limits.learned_requests),
      coalesce(excluded.learned_tokens, rate_limits.learned_tokens));
  end if;
  -- Ours before it is read: a call counted meanwhile must not be forgotten.
  perform from rate_limits where key = model_key for no key update;
  update rate_limits set
    requests_missing = greatest(rate.requests_missing, told.requests),
    tokens_missing = greatest(rate.tokens_missing, told.tokens),
    counted_at = read_at
  from
    (select clock_timestamp()) clock (read_at)
    cross join lateral rates_at(array[model_key], read_at) rate
    cross join lateral (
      select
        still_missing(
          requests_burst(rate.requests) - requests_remaining, requests_burst(rate.requests),
          rate.requests + 1 - requests_burst(rate.requests), read_at - heard_at),
        still_missing(
          rate.tokens * 0.1 - tokens_remaining, rate.tokens * 1.1, rate.tokens * 0.9, read_at - heard_at)) told (requests, tokens)
  where rate_limits.key = rate.key
    and (told.requests > rate.requests_missing or told.tokens > rate.tokens_missing);
end $$;
