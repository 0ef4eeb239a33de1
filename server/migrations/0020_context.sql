-- Prompts that did not fit, and what was done about it.

-- A part of a prompt is indexed to be shortened; a search of memory does not look into parts unless it is told to.
alter table memory_sources drop constraint memory_sources_kind_check;
alter table memory_sources add constraint memory_sources_kind_check check (kind in ('document', 'turn', 'file', 'text', 'part'));

-- The parts themselves, as they stood in prompts, by their content: receipts say which places of them were left out.
create table prompt_parts (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  content_hash text not null,
  text text not null,
  unique (owner_id, project_id, content_hash)
);
create index prompt_parts_by_project on prompt_parts (project_id);
call protect('prompt_parts', 'select, insert');

-- What was made of a part, so that a retry, a continuation, another job gets the same bytes and nothing is made twice.
-- Whoever was first decides: which other texts stood in that prompt is not part of the key.
create table shortened_parts (
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  content_hash text not null,
  -- The template and the step it was shortened for, and the hash of the request and the task.
  purpose text not null,
  question_hash text not null,
  -- To how many percent of its tokens, and by which rules and whose way of counting.
  rung int not null check (rung between 1 and 99),
  algorithm text not null,
  text text not null,
  tokens int not null check (tokens >= 0),
  -- What was kept of the part: starts and ends in UTF-16 units.
  kept int[] not null,
  primary key (owner_id, project_id, content_hash, purpose, question_hash, rung, algorithm)
);
create index shortened_parts_by_project on shortened_parts (project_id);
call protect('shortened_parts', 'select, insert');

-- In which order the documents of a chain's prompts are shortened: decided once, before the first of them is.
create table fit_orders (
  chain_id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid references projects on delete cascade,
  -- The hash of what it was decided from: siblings with the same documents and question take the same.
  basis text not null,
  -- What each document is worth, between 0 and 1, by its id; and whether vectors or words said so.
  worths jsonb not null,
  method text not null check (method in ('vectors', 'words')),
  decided_at timestamptz not null default now()
);
create index fit_orders_by_project on fit_orders (project_id, basis);
call protect('fit_orders', 'select, insert');

-- What a prompt lost before it was sent.
create table prompt_receipts (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid references projects on delete cascade,
  session_id uuid references sessions on delete cascade,
  -- Labels, as in holds.
  chain_id uuid,
  job_id uuid,
  contribution_id uuid references contributions on delete cascade,
  model text not null,
  context_window int not null check (context_window >= 0),
  input_limit int not null check (input_limit >= 0),
  tokens_before int not null check (tokens_before >= 0),
  tokens_after int not null check (tokens_after >= 0 and tokens_after <= input_limit),
  -- Of each part that was shortened: id, kind, label, content hash, tokens before and after, what was kept, whether made or reused.
  parts jsonb not null,
  cost bigint not null default 0 check (cost >= 0),
  at timestamptz not null default clock_timestamp()
);
create unique index prompt_receipts_by_contribution on prompt_receipts (contribution_id) where contribution_id is not null;
create index prompt_receipts_by_project on prompt_receipts (project_id);
create index prompt_receipts_by_session on prompt_receipts (session_id);
call protect('prompt_receipts', 'select, insert');

-- Whether an outlay can be made at all, before anything is done for it: nothing is held. More than the wallet has free:
-- the job waits for funds; above the share (in percent) of the wallet as it was before the day's calls: it waits for
-- leave, unless its chain has it. `ask` is what leave is asked for. The wallet is read once.
create function check_outlay(p_job uuid, p_chain uuid, p_amount bigint, p_share int, p_ask bigint)
  returns table (reason text, short_by bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet accounts;
begin
  select * into wallet from accounts where owner_id = acting_user() and kind = 'wallet';
  if wallet.balance - wallet.held < p_amount then
    insert into payment_waits (owner_id, job_id, reason, amount)
    select owner_id, id, 'funds', p_amount from jobs where id = p_job and owner_id = acting_user()
    on conflict (owner_id, job_id) do update set reason = 'funds', amount = excluded.amount;
    return query select 'funds', p_amount - (wallet.balance - wallet.held);
  elsif p_job is not null
    and p_amount::numeric * 100 > wallet.balance::numeric * p_share
    and p_amount::numeric * 100 > (wallet.balance + spent_lately(wallet.owner_id)) * p_share
    and not exists (
      select from approvals a
      where a.owner_id = wallet.owner_id and a.chain_id = p_chain and a.amount >= p_amount) then
    perform ask_approval(p_job, greatest(p_ask, p_amount));
    return query select 'approval', null::bigint;
  end if;
end $$;
revoke execute on function check_outlay(uuid, uuid, bigint, int, bigint) from public;
grant execute on function check_outlay(uuid, uuid, bigint, int, bigint) to dialectic_app;
