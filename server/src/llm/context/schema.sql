-- Prompts that did not fit into the window of their model, and how they were shortened.

-- The original texts of the prompt parts that were shortened. Each distinct text is stored once per project. Receipts
-- refer to ranges in these texts.
create table prompt_parts (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null,
  content_hash text not null,
  text text not null,
  unique (owner_id, project_id, content_hash)
);
create index prompt_parts_by_project on prompt_parts (project_id);
call protect('prompt_parts', 'select, insert');

-- The shortened versions of a part. They are stored so that a retry, a continuation or another job gets the same bytes,
-- and no work is done twice. The other texts of a prompt affect the result but are not part of the key, so two workers
-- may produce different versions for one key. The first one is kept.
create table shortened_parts (
  owner_id uuid not null references users,
  project_id uuid not null,
  content_hash text not null,
  -- The template and the step that the part was shortened for, and the hash of the question.
  purpose text not null,
  question_hash text not null,
  -- target_percent: the share of its tokens that the part was shortened to. It is a whole percent unless the part is much
  -- larger than the window: then steps of one percent would leave much of the window empty. algorithm: the version of the
  -- rules, with the method of counting.
  target_percent numeric not null check (target_percent > 0 and target_percent < 100),
  algorithm text not null,
  text text not null,
  tokens int not null check (tokens >= 0),
  -- The ranges of the part that were kept: their starts and ends in UTF-16 units.
  kept int[] not null,
  primary key (owner_id, project_id, content_hash, purpose, question_hash, target_percent, algorithm)
);
create index shortened_parts_by_project on shortened_parts (project_id);
call protect('shortened_parts', 'select, insert');

-- The order in which the documents of a chain's prompts are shortened, decided once before the first is shortened.
create table fit_orders (
  chain_id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid,
  -- The hash of purpose, question and documents. Sibling chains, which have the same hash in the same project, use the
  -- same order.
  basis text not null,
  -- document_scores: each document's score between 0 and 1, by the document's id. method: whether vectors or words
  -- decided the scores.
  document_scores jsonb not null,
  method text not null check (method in ('vectors', 'words')),
  decided_at timestamptz not null default now()
);
create index fit_orders_by_project on fit_orders (project_id, basis);
call protect('fit_orders', 'select, insert');

-- Receipts: what was left out of a prompt before it was sent.
create table prompt_receipts (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid,
  session_id uuid,
  -- Labels that say what the prompt was for, as in the `wallet_holds` table.
  chain_id uuid,
  job_id uuid,
  contribution_id uuid,
  model text not null,
  context_window int not null check (context_window >= 0),
  input_limit int not null check (input_limit >= 0),
  tokens_before int not null check (tokens_before >= 0),
  tokens_after int not null check (tokens_after >= 0 and tokens_after <= input_limit),
  -- For each shortened part: id, kind, label, content hash, tokens before and after, kept ranges, and whether an earlier result
  -- was reused.
  parts jsonb not null,
  cost bigint not null default 0 check (cost >= 0),
  at timestamptz not null default clock_timestamp() check (isfinite(at))
);
create unique index prompt_receipts_by_contribution on prompt_receipts (contribution_id) where contribution_id is not null;
create index prompt_receipts_by_project on prompt_receipts (project_id);
create index prompt_receipts_by_session on prompt_receipts (session_id);
call protect('prompt_receipts', 'select, insert');
