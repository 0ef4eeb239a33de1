-- What a session was expected to cost, worked out when it was made (docs/decisions/0012-the-quote.md). It stands beside
-- what the session really cost, so nobody may mend it afterwards. Null: the session is older than quotes.
alter table sessions add column quote jsonb
  check (quote is null or jsonb_typeof(quote) = 'object');

create function keep_quote() returns trigger
  language plpgsql as $$
begin
  raise exception 'the quote of session % is kept as it was given', old.id
    using errcode = 'check_violation';
end $$;

create trigger keep_quote
  before update on sessions
  for each row when (new.quote is distinct from old.quote)
  execute function keep_quote();
