-- A user's own catalogue entries and provider keys, and the terms of models that sessions froze.

create table own_models (
  owner_id uuid not null references users on delete cascade,
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]*/.'),
  -- The entry in the format of models.json. The program validates it on every read and write.
  entry jsonb not null check (entry ->> 'id' = id),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id)
);
call protect('own_models');

-- The program encrypts a key before it stores it (AES-256-GCM, bound to owner and provider). The database, its backups
-- and its logs therefore never contain the key, and a row copied to another owner or provider does not decrypt.
create table provider_keys (
  owner_id uuid not null references users on delete cascade,
  provider text not null check (provider ~ '^[a-z0-9][a-z0-9-]*$'),
  ciphertext bytea not null check (length(ciphertext) > 29),
  -- The id of the master key that encrypted the row, so that rows can be encrypted again one by one with a new master key.
  master_key_id text not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  hint text check (length(hint) <= 4),
  created_at timestamptz not null default now(),
  primary key (owner_id, provider)
);
call protect('provider_keys');

-- The terms of a model in one session, copied when the session or a further iteration is created. Every hold, charge, fit
-- and quote of the session uses this row, even if the model lists of the worker have changed since. Rows never change.
create table model_terms (
  id uuid primary key,
  owner_id uuid not null references users,
  -- The model's id, `provider/name`; `name` is the provider's own name for it.
  model text not null check (model = provider || '/' || name),
  provider text not null check (provider ~ '^[a-z0-9][a-z0-9-]*$'),
  name text not null check (name <> ''),
  context_window int not null check (context_window > 0),
  max_output_tokens int not null check (max_output_tokens > 0),
  tokenizer text not null,
  -- OpenAI has two APIs; other providers ignore this.
  api text not null check (api in ('responses', 'chat')),
  free boolean not null,
  -- In millionths of a dollar per million tokens; null exactly if the model is free.
  price_input bigint check (price_input > 0),
  price_cached_input bigint check (price_cached_input > 0),
  price_cache_write bigint check (price_cache_write > 0),
  price_output bigint check (price_output > 0),
  price_reasoning bigint check (price_reasoning > 0),
  -- The version of the catalogue that the terms were copied from: the list (source) and the day of its prices (noted).
  source text not null check (source in ('shipped', 'file', 'own', 'discovered')),
  noted text check (noted ~ '^\d{4}-\d\d-\d\d$'),
  frozen_at timestamptz not null default now(),
  check (num_nonnulls(price_input, price_cached_input, price_cache_write, price_output, price_reasoning)
    = case when free then 0 else 5 end)
);
call protect('model_terms', 'select, insert');
create trigger immutable before update or delete or truncate on model_terms
  for each statement execute function refuse_change();
