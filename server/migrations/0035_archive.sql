-- A session that is put away keeps where it stood, so that it can be brought back as it was.
alter table sessions add column archived_from text
  constraint archived_from_somewhere check (
    (status = 'archived') = (archived_from is not null)
    and archived_from in ('ready', 'awaiting_feedback', 'failed', 'iteration_complete'));

-- Whatever jobs do, it stays put away until somebody brings it back.
create function archived_stays() returns trigger language plpgsql as $$
begin
  if new.status <> 'archived' and new.archived_from is not null then
    raise exception 'Session % is archived. Restore it first.', old.id using errcode = 'DL004';
  end if;
  return new;
end $$;
create trigger archived_stays before update of status on sessions
  for each row when (old.status = 'archived') execute function archived_stays();
