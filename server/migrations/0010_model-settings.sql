-- What a user sets about models: entries of their own for the catalogue, and keys of providers.

create table own_models (
  owner_id uuid not null references users on delete cascade,
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]*/.'),
  -- The entry as models.json would have it; the program checks it on the way in and on the way out.
  entry jsonb not null check (entry ->> 'id' = id),
  updated_at timestamptz not null default now(),
  primary key (owner_id, id)
);
call protect('own_models');

-- A key is sealed by the program before it comes here (AES-256-GCM, bound to owner and provider): neither the database
-- nor its backups and logs ever see it, and a row copied to another owner or provider does not open.
create table provider_keys (
  owner_id uuid not null references users on delete cascade,
  provider text not null check (provider ~ '^[a-z0-9][a-z0-9-]*$'),
  sealed bytea not null check (length(sealed) > 29),
  -- Which master key sealed it, so that a new one can take over row by row.
  master_key_id text not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  hint text check (length(hint) <= 4),
  created_at timestamptz not null default now(),
  primary key (owner_id, provider)
);
call protect('provider_keys');
