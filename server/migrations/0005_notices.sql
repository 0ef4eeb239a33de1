-- Notices are made where the change is made, in its transaction: one per cause, whoever caused it.

create function add_notice(
  p_kind text, p_cause text, p_text text, p_place text,
  p_owner uuid, p_project uuid, p_session uuid, p_stage text, p_job uuid) returns void
  language plpgsql as $$
declare
  added uuid;
begin
  insert into notices (id, owner_id, project_id, session_id, stage, job_id, kind, cause, text, place)
  values (new_id(), p_owner, p_project, p_session, p_stage, p_job, p_kind, p_cause, p_text, p_place)
  on conflict (owner_id, cause) do nothing
  returning id into added;
  if added is not null then
    perform emit_event('notice.created', p_owner, p_project, p_session, jsonb_build_object('noticeId', added, 'kind', p_kind));
  end if;
end $$;

create function stage_notice() returns trigger language plpgsql as $$
declare
  session sessions;
  stage_name text;
  problem text;
  kind text;
  sentence text;
begin
  select * into session from sessions where id = new.session_id;
  select name into stage_name from stages
    where process_template_id = session.process_template_id and key = new.stage;
  select error ->> 'message' into problem from jobs where id = new.root_job_id;
  if tg_op = 'INSERT' then
    kind := 'stage.started';
    sentence := format('%s has started: %s pieces of work.', stage_name, jsonb_array_length(new.expected));
  elsif new.status = old.status then
    return null;
  elsif new.status = 'completed' then
    kind := 'stage.finished';
    sentence := case when session.auto then format('%s is finished.', stage_name)
      else format('%s is finished. Read it, then submit it to go on.', stage_name) end;
  elsif new.status = 'failed' then
    kind := 'stage.failed';
    sentence := format('%s failed. %s What is written stays; retry runs only what is missing.', stage_name, problem);
  elsif new.status = 'paused' then
    kind := 'paused';
    sentence := format('%s is paused. Resume it to go on where it was.', stage_name);
  elsif old.status = 'paused' then
    kind := 'resumed';
    sentence := format('%s goes on.', stage_name);
  else
    return null;
  end if;
  perform add_notice(kind, format('%s:%s:%s', kind, new.id, extract(epoch from now())), sentence,
    format('/sessions/%s?stage=%s', new.session_id, new.stage),
    new.owner_id, session.project_id, new.session_id, new.stage, new.root_job_id);
  return null;
end $$;
create trigger notify_person after insert or update on stage_runs for each row execute function stage_notice();

create function job_notice() returns trigger language plpgsql as $$
declare
  kind text := case
    when new.kind = 'render' then case new.status when 'failed' then 'render.failed' end
    when new.work_key is null then null
    when new.status = 'retrying' then 'document.retrying'
    when new.status = 'failed' then 'document.failed'
    when new.status = 'pending_continuation' and tg_op = 'INSERT' then 'document.continued'
    when new.status = 'processing' and new.fence = 1 and new.turn = 0 then 'document.started' end;
  problem text := new.error ->> 'message';
begin
  if kind is null or (tg_op = 'UPDATE' and new.status = old.status) then
    return null;
  end if;
  perform add_notice(kind, format('%s:%s:%s', kind, new.id, new.fence),
    case kind
      when 'render.failed' then format('%s failed; the document itself is safe. %s', new.label, problem)
      when 'document.retrying' then format('%s is tried again. %s', new.label, problem)
      when 'document.failed' then format('%s failed. %s Retry it when the cause is gone.', new.label, problem)
      when 'document.started' then format('%s is being written.', new.label)
      else format('%s was cut off and is carried on.', new.label) end,
    format('/sessions/%s?stage=%s', new.session_id, new.stage),
    new.owner_id, new.project_id, new.session_id, new.stage, new.id);
  return null;
end $$;
create trigger notify_person after insert or update of status on jobs
  for each row when (new.session_id is not null and (new.kind = 'render' or new.work_key is not null))
  execute function job_notice();

create function document_notice() returns trigger language plpgsql as $$
begin
  perform add_notice('document.finished', format('document.finished:%s', new.id),
    format('%s by %s is written.', new.title, new.model), format('/documents/%s', new.id),
    new.owner_id, new.project_id, new.session_id, new.stage, null);
  return null;
end $$;
create trigger notify_person after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function document_notice();
