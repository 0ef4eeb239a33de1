-- Imports of projects, and stored exports.

-- 1. Imports ---------------------------------------------------------------------------------------------------------

-- Starts an import into an empty project of the acting user; there is no other way to import. Suppresses events and
-- notifications until the transaction ends: they would describe past work of another installation. The project's row is
-- inserted before this call, and with it a row of memory_due for its brief.
create function begin_import(p_project uuid, p_manifest_sha256 text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from sessions where project_id = p_project) or exists (select from jobs where project_id = p_project) then
    raise exception 'Project % is not empty: only a new one can be imported into.', p_project using errcode = 'DL004';
  end if;
  insert into project_imports (project_id, owner_id, manifest_sha256)
  values (p_project, acting_user(), p_manifest_sha256);
  delete from memory_due where project_id = p_project;
  perform set_config('dialectic.importing', p_project::text, true);
end $$;
revoke execute on function begin_import from public;
grant execute on function begin_import to dialectic_app;

-- 2. Stored exports --------------------------------------------------------------------------------------------------

-- With a database server: the newest export of each project. The file is in the blob store under its hash.
create table kept_exports (
  project_id uuid primary key references projects on delete cascade,
  owner_id uuid not null references users,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  kept_at timestamptz not null default now()
);
create index kept_exports_by_hash on kept_exports (sha256);
call protect('kept_exports');

-- Selects the given blobs that are still exports of a project. Called by maintenance, for all owners.
create function blobs_in_use(p_hashes text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct sha256 from kept_exports where sha256 = any (p_hashes);
$$;
revoke execute on function blobs_in_use from public;
grant execute on function blobs_in_use to dialectic_app;
