-- A project that is deleted leaves nothing but the books: answers that were kept for requests sent again go with it.
-- They hold the brief; and whoever sends such a request again wants the project made, not told of one that is gone.
create or replace function delete_project(p_project uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from projects where id = p_project and owner_id = acting_user() for update;
  if not found then
    raise exception 'There is no project %.', p_project using errcode = 'DL003';
  end if;
  if exists (select from jobs where project_id = p_project and not job_is_over(status)) then
    raise exception 'Work on project % is not over. Cancel it first.', p_project using errcode = 'DL004';
  end if;
  insert into project_deletions (project_id, owner_id) values (p_project, acting_user());
  delete from documents where project_id = p_project;
  delete from contribution_sources where contribution_id in (select id from contributions where project_id = p_project);
  delete from contributions where project_id = p_project;
  delete from stage_runs where session_id in (select id from sessions where project_id = p_project);
  delete from jobs where project_id = p_project;
  delete from notices where project_id = p_project;
  delete from events where project_id = p_project;
  delete from request_keys where owner_id = acting_user() and position(p_project::text in answer) > 0;
  delete from projects where id = p_project;
  perform emit_event('project.deleted', acting_user(), p_project, null, '{}');
end $$;
