-- Idempotency keys: the key that a client chose for a request, and the answer. Both are written in the transaction that
-- handles the request.
create table request_keys (
  owner_id uuid not null references users,
  key text not null check (length(key) between 1 and 255),
  -- The hash of the operation and its input: a key is valid for one request.
  request_sha256 text not null,
  -- Null only until the transaction that inserts the row commits.
  answer text,
  made_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index request_keys_by_age on request_keys (made_at);
call protect('request_keys', 'select, insert, update');

create function forget_request_keys(p_older_than interval) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint;
begin
  delete from request_keys where made_at < now() - p_older_than;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke execute on function forget_request_keys from public;
grant execute on function forget_request_keys to dialectic_app;
