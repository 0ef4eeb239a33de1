-- A part much larger than its window is shortened in steps finer than a percent: a whole one would leave much of it empty.
alter table shortened_parts drop constraint shortened_parts_rung_check;
alter table shortened_parts alter column rung type numeric;
alter table shortened_parts add constraint shortened_parts_rung_check check (rung > 0 and rung < 100);

-- Work that reads many documents is called by a hash of its name (execute-job-for.ts), because an index holds no longer
-- ones; what is under way or done already gets the name under which it will be looked for.
update jobs
set idempotency_key = 'order:' || session_id || ':' || encode(sha256(convert_to(idempotency_key, 'UTF8')), 'hex')
where length(idempotency_key) > 1000 and idempotency_key like 'order:' || session_id || ':%';
