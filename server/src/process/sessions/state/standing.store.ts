import { sql } from "kysely";
import { combinedType } from "#documents";

/**
 * A scalar subquery that returns the progress of each stage of the session `s` as JSON, in the order of the process. A stage
 * that the current iteration does not repeat keeps its state from the earlier iteration.
 */
export const stagesOfSession = sql`(
  select jsonb_agg(jsonb_build_object(
    'stage', o.stage,
    'expected', coalesce(jsonb_array_length(r.expected) - jsonb_array_length(r.excluded), 0),
    'done', (
      select count(distinct c.work_key)
      from contributions c
      join documents d on d.contribution_id = c.root_id and d.kind = 'whole'
      where c.session_id = s.id and c.iteration = r.iteration and c.stage = o.stage
        and c.output_type <> ${combinedType}),
    'findings', (
      select count(*)
      from open_findings f
      where f.session_id = s.id and f.iteration = r.iteration and f.stage = o.stage),
    'error', case r.status when 'failed' then (
      select concat_ws(': ', cause.label, cause.message)
      from root_cause(r.root_job_id) cause
      where cause.message <> '') end) order by o.place)
  from stage_order(s.process_template_id) o
  left join lateral (
    select *
    from stage_runs run
    where run.session_id = s.id and run.stage = o.stage and run.iteration <= s.iteration
    order by run.iteration desc
    limit 1
  ) r on true)`;
