-- An import is data: it brings finished work only, and starts nothing.

-- 1. Jobs ------------------------------------------------------------------------------------------------------------

-- While a transaction imports a project it may add finished jobs of that project and no others. Before, a job of an
-- export could say that it was pending, and the next free worker ran it at the importer's expense.
create or replace function check_new_job() returns trigger language plpgsql as $$
declare
  parent record;
begin
  if is_importing() then
    if not (job_is_over(new.status) and is_imported_now(new.project_id)) then
      raise exception 'A job in the export is %; an import brings only finished jobs of its own project.', new.status
        using errcode = 'DL007';
    end if;
  elsif new.status not in ('pending', 'pending_continuation', 'waiting_for_prerequisite') then
    raise exception 'A job begins as pending, pending_continuation or waiting_for_prerequisite, not as %.', new.status
      using errcode = 'DL002';
  end if;
  new.chain_id := coalesce(new.chain_id, new.id);
  if new.parent_id is not null then
    select depth, current_step into parent from jobs where id = new.parent_id and owner_id = new.owner_id;
    if not found then
      raise exception 'There is no job % to be the parent of another.', new.parent_id using errcode = 'DL003';
    end if;
    new.depth := parent.depth + 1;
    new.parent_step := coalesce(new.parent_step, parent.current_step);
  end if;
  return new;
end $$;

-- 2. Everything else that runs ---------------------------------------------------------------------------------------

-- Checked when the importing transaction commits, after every row is in: no path through the importer, and no later
-- statement of the same transaction, can leave work that a worker would take.
create function check_import_at_rest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  running text;
begin
  select 'job ' || job.id || ' is ' || job.status into running
  from jobs job
  where not job_is_over(job.status)
    and (job.project_id = new.project_id
      or job.session_id in (select id from sessions where project_id = new.project_id))
  limit 1;
  if running is null then
    select 'session ' || id || ' is ' || status into running
    from sessions where project_id = new.project_id and status in ('running', 'paused') limit 1;
  end if;
  if running is null then
    select 'stage run ' || run.id || ' is ' || run.status into running
    from stage_runs run join sessions s on s.id = run.session_id
    where s.project_id = new.project_id and run.status in ('running', 'paused') limit 1;
  end if;
  if running is not null then
    raise exception 'An import starts nothing, and in this one %.', running using errcode = 'DL007';
  end if;
  return null;
end $$;
create constraint trigger check_import_at_rest after insert on project_imports
  deferrable initially deferred for each row execute function check_import_at_rest();

-- 3. Memory ----------------------------------------------------------------------------------------------------------

-- Reading texts into memory may cost money where a provider makes the embeddings, so imported texts wait until their
-- owner asks for it.
create or replace function mark_document_due() returns trigger language plpgsql as $$
begin
  if not is_importing() then
    insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.id);
  end if;
  return null;
end $$;

create or replace function mark_edit_due() returns trigger language plpgsql as $$
begin
  if not is_importing() then
    insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.document_id);
  end if;
  return null;
end $$;

-- The project's own row comes before this call, and with it the mark of its brief.
create or replace function begin_import(p_project uuid, p_manifest_sha256 text) returns void
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

-- 4. Prices ----------------------------------------------------------------------------------------------------------

-- A quote in an export says what its author claims. The importer's own quote, at the prices of this installation, takes
-- its place; what the file said is kept as {"quote": …}, so that exporting the project again gives the same file.
alter table sessions add column quote_in_export jsonb check (jsonb_typeof(quote_in_export) = 'object');
alter table iterations add column quote_in_export jsonb check (jsonb_typeof(quote_in_export) = 'object');
