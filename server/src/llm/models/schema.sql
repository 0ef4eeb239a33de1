-- What a user sets about models: catalogue entries of their own, and keys of providers; and the terms that sessions have frozen.

create table own_models (
  owner_id uuid not null references users on delete cascade,
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]*/.'),
  -- The entry as models.json would have it; the program validates it on every read and write.
  entry jsonb not null check (entry ->> 'id' = id),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id)
);
call protect('own_models');

-- The program encrypts a key before it comes here (AES-256-GCM, bound to owner and provider): neither the database
-- nor its backups and logs ever see it, and a row copied to another owner or provider cannot be decrypted.
create table provider_keys (
  owner_id uuid not null references users on delete cascade,
  provider text not null check (provider ~ '^[a-z0-9][a-z0-9-]*$'),
  sealed bytea not null check (length(sealed) > 29),
  -- Which master key encrypted it, so that a new one can take over row by row.
  master_key_id text not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  hint text check (length(hint) <= 4),
  created_at timestamptz not null default now(),
  primary key (owner_id, provider)
);
call protect('provider_keys');

-- The terms of a model as a session uses them: they are copied here when the session starts, and every hold, charge, fit and
-- quote of the session is made by this row, whatever the lists of models of the worker say by then. Rows never change.
create table model_terms (
  id uuid primary key,
  owner_id uuid not null references users,
  -- The model's id, `provider/name`; `name` is what its provider calls it.
  model text not null check (model = provider || '/' || name),
  provider text not null check (provider ~ '^[a-z0-9][a-z0-9-]*$'),
  name text not null check (name <> ''),
  context_window int not null check (context_window > 0),
  max_output_tokens int not null check (max_output_tokens > 0),
  tokenizer text not null,
  -- OpenAI has two APIs; for others it has no meaning.
  api text not null check (api in ('responses', 'chat')),
  free boolean not null,
  -- In millionths of a dollar per million tokens; null exactly where the model is free.
  price_input bigint check (price_input > 0),
  price_cached_input bigint check (price_cached_input > 0),
  price_cache_write bigint check (price_cache_write > 0),
  price_output bigint check (price_output > 0),
  price_reasoning bigint check (price_reasoning > 0),
  -- Which list they were copied from, and the day on which its prices were looked up: the version of the catalogue.
  source text not null check (source in ('shipped', 'file', 'own', 'discovered')),
  noted text check (noted ~ '^\d{4}-\d\d-\d\d$'),
  frozen_at timestamptz not null default now(),
  check (num_nonnulls(price_input, price_cached_input, price_cache_write, price_output, price_reasoning)
    = case when free then 0 else 5 end)
);
call protect('model_terms', 'select, insert');
create trigger immutable before update or delete or truncate on model_terms
  for each statement execute function refuse_change();
