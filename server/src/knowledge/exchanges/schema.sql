-- Conversations: a user's exchanges with a model, and the messages of each.
--
-- An exchange is staged and then published. While it runs, its messages are inserted without numbers, each reply in the
-- transaction that settles the reply's cost. publish_exchange() numbers the messages and completes the exchange in one
-- short transaction. Readers of history use published_messages: they see either all messages of a completed exchange or
-- none.
--
-- Numbers. An exchange gets its number when it starts, under the lock of its conversation's row. A failed exchange keeps
-- its number, so numbers have no gaps. All messages of an exchange get their numbers at once, when the exchange is
-- published. So the messages of two exchanges do not interleave, and history only grows at its end. docs/decisions/0062
--
-- Order of locks: the conversation, then the exchange, then the owner's wallet.

-- 1. Tables ----------------------------------------------------------------------------------------------------------

create table conversations (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid,
  title text not null check (length(title) between 1 and 200),
  -- The model of the conversation's next exchange, unless the exchange names another.
  model text not null,
  -- exchanges: the number of the last exchange that started. messages: the number of the last message that was
  -- published.
  exchanges int not null default 0 check (exchanges >= 0),
  messages int not null default 0 check (messages >= 0),
  forked_from uuid references conversations on delete set null,
  -- For an imported conversation, the program that it comes from and its id there; otherwise null.
  imported_from text,
  -- The model that writes summaries in the background; null if there is none.
  summarizer text,
  -- The summary covers the exchanges up to the number summarized_to.
  summary text,
  summarized_to int not null default 0 check (summarized_to >= 0),
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  unique (id, owner_id),
  unique (owner_id, imported_from),
  foreign key (project_id, owner_id) references projects (id, owner_id) on delete cascade
);
create index conversations_by_owner on conversations (owner_id, created_at, id);
create index conversations_by_project on conversations (project_id) where project_id is not null;
create index conversations_by_origin on conversations (forked_from) where forked_from is not null;
call protect('conversations', 'select, insert, update');

create table exchanges (
  id uuid primary key,
  owner_id uuid not null references users,
  conversation_id uuid not null,
  number int not null check (number > 0),
  status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'failed', 'aborted')),
  -- The user's text as it was typed.
  user_text text not null check (user_text <> ''),
  answer text,
  -- Until a model has written a summary: the beginning of the answer.
  summary text,
  summarized_at timestamptz,
  model text not null,
  finish_reason text,
  error_code text,
  error_message text,
  -- input_tokens is the largest prompt of the exchange's calls; output_tokens and spend are sums over all calls. spend
  -- includes answers that were paid for and lost.
  input_tokens int not null default 0 check (input_tokens >= 0),
  output_tokens int not null default 0 check (output_tokens >= 0),
  spend bigint not null default 0 check (spend >= 0),
  messages int not null default 0 check (messages >= 0),
  tool_calls int not null default 0 check (tool_calls >= 0),
  -- The sections of the exchange's prompt: [{source, status, items, tokens, ms}].
  context jsonb not null default '[]' check (jsonb_typeof(context) = 'array'),
  -- The exchange that this one retries. Once the retry is completed, later prompts leave out the retried exchange.
  retry_of uuid references exchanges on delete set null,
  -- For a copy in a fork: the original exchange. Only the original was paid for.
  copy_of uuid,
  -- True if the exchange was imported from another program. Memory indexes it, but no facts are extracted from it.
  imported boolean not null default false,
  -- Renewed by the process that runs the exchange.
  lease_expires_at timestamptz,
  -- Set when memory has indexed the exchange.
  indexed_at timestamptz,
  started_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  unique (conversation_id, number),
  unique (id, conversation_id),
  foreign key (conversation_id, owner_id) references conversations (id, owner_id) on delete cascade,
  check ((status = 'in_progress') = (completed_at is null)),
  check ((status = 'in_progress') = (lease_expires_at is not null)),
  check ((status = 'completed') = (answer is not null)),
  check ((status in ('failed', 'aborted')) = (error_code is not null))
);
create index exchanges_running on exchanges (lease_expires_at) where status = 'in_progress';
create index exchanges_not_indexed on exchanges (owner_id) where status = 'completed' and indexed_at is null;
create index exchanges_by_retry on exchanges (retry_of) where retry_of is not null;
call protect('exchanges', 'select, insert, update');

create table messages (
  id uuid primary key,
  owner_id uuid not null references users,
  conversation_id uuid not null,
  -- Null for a message that was imported singly and is not grouped yet (decision 92), or that precedes the first
  -- request of its conversation.
  exchange_id uuid,
  position int not null check (position >= 0),
  -- For a message that was imported singly: its position in its conversation, and the usage of its call.
  import_place int check (import_place >= 0),
  input_tokens int check (input_tokens >= 0),
  output_tokens int check (output_tokens >= 0),
  -- Null until its exchange is completed.
  number int check (number > 0),
  role text not null check (role in ('user', 'assistant', 'tool')),
  content text not null,
  -- True if later prompts leave the message out: tool calls, their results, and replies before the answer.
  redacted boolean not null,
  -- The tool calls of an assistant's message: [{id, name, input, keepsake}]. Each tool result belongs to one of them.
  tool_calls jsonb check (jsonb_typeof(tool_calls) = 'array'),
  tool_call_id text,
  tool_name text,
  is_error boolean not null default false,
  took_ms int check (took_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  unique (exchange_id, position),
  unique (conversation_id, number),
  unique (conversation_id, import_place),
  foreign key (conversation_id, owner_id) references conversations (id, owner_id) on delete cascade,
  foreign key (exchange_id, conversation_id) references exchanges (id, conversation_id) on delete cascade,
  check (exchange_id is not null or (number is null and import_place is not null)),
  check ((role = 'tool') = (tool_call_id is not null)),
  check ((role = 'tool') = (tool_name is not null)),
  check (role = 'assistant' or tool_calls is null)
);
create index messages_ungrouped on messages (conversation_id, import_place) where exchange_id is null;
call protect('messages', 'select, insert, update');

-- An action that a model proposed: a change or an expense. It happens only when the user confirms it.
create table exchange_actions (
  id uuid primary key,
  owner_id uuid not null references users,
  exchange_id uuid not null references exchanges on delete cascade,
  tool text not null,
  input jsonb not null,
  summary text not null,
  -- The maximum expected cost; null if the action is free.
  price bigint check (price >= 0),
  status text not null default 'open' check (status in ('open', 'confirmed', 'declined', 'failed')),
  outcome text,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create index exchange_actions_by_exchange on exchange_actions (exchange_id);
call protect('exchange_actions', 'select, insert, update');

-- The messages of completed exchanges. History and prompts contain no other messages.
create view published_messages with (security_invoker = true) as
select m.*, e.number as exchange_number
from messages m join exchanges e on e.id = m.exchange_id
where e.status = 'completed';
grant select on published_messages to dialectic_app;

-- 2. Rules -----------------------------------------------------------------------------------------------------------

-- An exchange ends only once, and its request and answer never change.
create function keep_exchange() returns trigger language plpgsql as $$
begin
  if old.status <> 'in_progress' and row (new.status, new.answer, new.error_code, new.spend, new.output_tokens, new.completed_at)
    is distinct from row (old.status, old.answer, old.error_code, old.spend, old.output_tokens, old.completed_at) then
    raise exception 'Exchange % is %; it does not change any more.', old.id, old.status using errcode = 'DL004';
  end if;
  if row (new.conversation_id, new.number, new.user_text, new.owner_id)
    is distinct from row (old.conversation_id, old.number, old.user_text, old.owner_id) then
    raise exception 'Exchange % keeps its number and its request.', old.id using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger keep before update on exchanges for each row execute function keep_exchange();

-- Messages are added while their exchange runs. Later only their numbers are set, when the exchange is published. A
-- message that was imported singly joins an exchange once.
create function keep_message() returns trigger language plpgsql as $$
declare
  free text[] := array['number'];
begin
  if new.exchange_id is null then
    if tg_op = 'INSERT' then
      return new;
    end if;
    raise exception 'Message % does not change any more.', old.id using errcode = 'DL004';
  end if;
  if not exists (select from exchanges where id = new.exchange_id and (status = 'in_progress' or copy_of is not null or imported)) then
    raise exception 'Exchange % is over; its messages do not change any more.', new.exchange_id using errcode = 'DL004';
  end if;
  if tg_op = 'UPDATE' and old.exchange_id is null then
    free := array['number', 'exchange_id', 'position', 'redacted'];
  end if;
  if tg_op = 'UPDATE' and (old.number is not null or (to_jsonb(new) - free) <> (to_jsonb(old) - free)) then
    raise exception 'Message % does not change any more.', old.id using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger keep before insert or update on messages for each row execute function keep_message();

create function exchange_event() returns trigger language plpgsql as $$
begin
  perform emit_event(
    case new.status when 'in_progress' then 'exchange.started' else 'exchange.' || new.status end,
    new.owner_id, c.project_id, null,
    jsonb_build_object('conversationId', c.id, 'exchangeId', new.id, 'number', new.number, 'status', new.status))
  from conversations c where c.id = new.conversation_id;
  return null;
end $$;
create trigger tell after insert on exchanges
  for each row when (new.copy_of is null and not new.imported) execute function exchange_event();
create trigger tell_end after update of status on exchanges
  for each row when (new.status <> old.status) execute function exchange_event();

create function conversation_event() returns trigger language plpgsql as $$
begin
  perform emit_event('conversation.created', new.owner_id, new.project_id, null,
    jsonb_build_object('conversationId', new.id, 'title', new.title));
  return null;
end $$;
create trigger tell after insert on conversations for each row execute function conversation_event();

-- 3. The life of an exchange -----------------------------------------------------------------------------------------

-- Starts an exchange: adds its request as the first message, and its budget if it has one. Returns its number, or null
-- if the conversation does not exist.
create function start_exchange(
  p_id uuid, p_message uuid, p_conversation uuid, p_text text, p_model text, p_retry uuid, lease_ms int, p_budget bigint)
  returns int
  language plpgsql as $$
declare
  given int;
begin
  update conversations set exchanges = exchanges + 1, changed_at = clock_timestamp()
  where id = p_conversation returning exchanges into given;
  if given is not null then
    insert into exchanges (id, owner_id, conversation_id, number, user_text, model, retry_of, messages, lease_expires_at)
    values (p_id, acting_user(), p_conversation, given, p_text, p_model, p_retry, 1,
      clock_timestamp() + make_interval(secs => lease_ms / 1000.0));
    insert into messages (id, owner_id, conversation_id, exchange_id, position, role, content, redacted)
    values (p_message, acting_user(), p_conversation, p_id, 0, 'user', p_text, false);
    if p_budget is not null then
      perform set_budget('exchange', p_id, p_budget);
    end if;
  end if;
  return given;
end $$;

-- Completes an exchange whose messages are already staged. The cost of its last call is settled at the end of the
-- transaction, so last_charge is added here to what the wallet has paid so far.
create function publish_exchange(p_id uuid, p_answer text, p_summary text, p_finish text, last_charge bigint) returns boolean
  language plpgsql as $$
declare
  published exchanges;
  last_number int;
begin
  update conversations c set messages = c.messages + e.messages, changed_at = clock_timestamp()
  from exchanges e
  where e.id = p_id and e.status = 'in_progress' and c.id = e.conversation_id
  returning c.messages into last_number;
  if not found then
    return false;
  end if;
  select * into published from exchanges where id = p_id for update;
  if published.status <> 'in_progress' then
    raise exception 'Exchange % is %: it cannot be published.', p_id, published.status using errcode = 'DL004';
  end if;
  update messages set number = last_number - published.messages + position + 1 where exchange_id = p_id;
  update exchanges
  set status = 'completed', answer = p_answer, summary = p_summary, finish_reason = p_finish,
    spend = (used_by(owner_id, id)).spent + last_charge, lease_expires_at = null, completed_at = clock_timestamp()
  where id = p_id;
  return true;
end $$;

-- Ends an exchange that has no answer. Returns false if it has already ended.
create function end_exchange(p_id uuid, p_status text, p_code text, p_message text) returns boolean
  language plpgsql as $$
begin
  update exchanges
  set status = p_status, error_code = p_code, error_message = p_message, spend = (used_by(owner_id, id)).spent,
    lease_expires_at = null, completed_at = clock_timestamp()
  where id = p_id and status = 'in_progress';
  return found;
end $$;

-- Renews the leases of these exchanges. Returns the exchanges that are still running; another process has ended the
-- rest.
create function renew_exchanges(ids uuid[], lease_ms int) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
  update exchanges set lease_expires_at = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where id = any (ids) and status = 'in_progress'
  returning id;
$$;
revoke execute on function renew_exchanges from public;
grant execute on function renew_exchanges to dialectic_app;

-- Ends exchanges whose process died. If all_of_them is true, the caller is the only process, so every running exchange
-- belongs to a process that died.
create function close_stale_exchanges(all_of_them boolean) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  closed int;
begin
  if not all_of_them and not leases_are_trusted() then
    return 0;
  end if;
  with stale as (
    select id from exchanges
    where status = 'in_progress' and (all_of_them or lease_expires_at <= clock_timestamp())
    for update skip locked)
  update exchanges e
  set status = 'aborted', error_code = 'lease_lost', spend = (used_by(e.owner_id, e.id)).spent, lease_expires_at = null,
    completed_at = clock_timestamp()
  from stale where e.id = stale.id;
  get diagnostics closed = row_count;
  return closed;
end $$;
revoke execute on function close_stale_exchanges from public;
grant execute on function close_stale_exchanges to dialectic_app;

-- 4. Forks -----------------------------------------------------------------------------------------------------------

-- Copies a conversation's completed exchanges and their messages, up to the exchange numbered up_to, into a new
-- conversation. A copy costs nothing, because the original was paid for.
create function copy_exchanges(p_from uuid, p_to uuid, up_to int) returns int
  language plpgsql as $$
declare
  copied int;
begin
  insert into exchanges (
    id, owner_id, conversation_id, number, status, user_text, answer, summary, model, finish_reason, input_tokens,
    output_tokens, spend, messages, tool_calls, context, copy_of, indexed_at, started_at, completed_at)
  select new_id(), owner_id, p_to, row_number() over (order by number), status, user_text, answer, summary, model,
    finish_reason, input_tokens, output_tokens, 0, messages, tool_calls, context, id, started_at, started_at, completed_at
  from exchanges e
  where conversation_id = p_from and number <= up_to and status = 'completed'
    and not exists (
      select from exchanges later
      where later.retry_of = e.id and later.status = 'completed' and later.number <= up_to);
  get diagnostics copied = row_count;
  insert into messages (
    id, owner_id, conversation_id, exchange_id, position, number, role, content, redacted, tool_calls, tool_call_id,
    tool_name, is_error, took_ms, at)
  select new_id(), m.owner_id, p_to, e.id, m.position, row_number() over (order by m.number), m.role, m.content, m.redacted,
    m.tool_calls, m.tool_call_id, m.tool_name, m.is_error, m.took_ms, m.at
  from exchanges e join messages m on m.exchange_id = e.copy_of
  where e.conversation_id = p_to;
  update conversations
  set exchanges = copied, messages = (select count(*) from messages where conversation_id = p_to)
  where id = p_to;
  return copied;
end $$;

-- 5. For memory ------------------------------------------------------------------------------------------------------

-- The users with completed exchanges that memory has not indexed yet. Row-level security does not apply, because a server
-- indexes the exchanges of all users.
create function owners_of_exchanges_due() returns setof uuid
  language sql security definer stable set search_path = public, pg_temp as $$
  select distinct owner_id from exchanges where status = 'completed' and indexed_at is null;
$$;
revoke execute on function owners_of_exchanges_due from public;
grant execute on function owners_of_exchanges_due to dialectic_app;
