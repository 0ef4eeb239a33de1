import type { InboxKind } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { inForceWhere } from "#review";

/**
 * The rows that need a person, with one query per kind. Each query has the columns subject, project_id, session_id, stage,
 * iteration, since and data. Several of them share two subqueries: `waiting`, the finished stages that wait to be submitted,
 * and `standing`, the newest documents of those stages.
 */
export const common = sql`
  waiting as materialized (
    select r.id as run_id, s.project_id, s.id as session_id, r.stage, r.iteration, r.finished_at
    from sessions s
    join stage_runs r on r.session_id = s.id and r.iteration = s.iteration and r.stage = s.current_stage
    where s.status = 'awaiting_feedback'),
  standing as materialized (${inForceWhere({
    among: sql`(c.session_id, c.iteration, c.stage) in (select session_id, iteration, stage from waiting)`,
    asOf: null,
  })})`;

export const needs: Record<InboxKind, RawBuilder<unknown>> = {
  approval: sql`
    select j.id as subject, j.project_id, j.session_id, j.stage, j.iteration, w.since,
      jsonb_build_object('amount', w.amount::text) as data
    from wallet_payment_waits w
    join jobs j on j.id = w.job_id and j.status = 'paused' and j.pause_reason = 'approval'
    where w.reason = 'approval'`,

  // One item per stage. "through" is the amount that this item and all older ones need together, because money goes to the
  // oldest first.
  funds: sql`
    select coalesce(r.id, u.job_id) as subject, u.project_id, u.session_id, u.stage, u.iteration, min(u.since) as since,
      jsonb_build_object('jobs', count(*), 'amount', sum(u.need)::text, 'limit', min(u.limited_by), 'room', min(u.room)::text,
        'through', (sum(sum(u.need)) over (
          partition by min(u.limited_by) order by min(u.since), coalesce(r.id, u.job_id)))::text) as data
    from unfunded_jobs u
    left join stage_runs r on r.session_id = u.session_id and r.iteration = u.iteration and r.stage = u.stage
    group by coalesce(r.id, u.job_id), u.project_id, u.session_id, u.stage, u.iteration
    having not bool_or(u.need <= u.room)`,

  // The topmost paused job, because resuming it resumes the paused jobs below it. A job that is paused only because another
  // job needs approval is left out while that approval is missing.
  paused: sql`
    select j.id as subject, j.project_id, j.session_id, j.stage, j.iteration, coalesce(j.paused_at, j.created_at) as since,
      '{}'::jsonb as data
    from jobs j
    left join jobs parent on parent.id = j.parent_id
    where j.status = 'paused' and j.session_id is not null
      and (j.pause_reason = 'user' and parent.pause_reason is distinct from 'user'
        or j.pause_reason = 'approval'
          and not exists (
            select from wallet_payment_waits w where w.owner_id = j.owner_id and w.job_id = j.id and w.reason = 'approval')
          and not exists (
            select from jobs asking
            join wallet_payment_waits w on w.owner_id = asking.owner_id and w.job_id = asking.id and w.reason = 'approval'
            where asking.parent_id = j.parent_id and asking.pause_reason = 'approval'))`,

  failed: sql`
    select r.id as subject, s.project_id, s.id as session_id, r.stage, r.iteration, coalesce(r.finished_at, r.started_at) as since,
      jsonb_build_object('rootJobId', r.root_job_id) as data
    from sessions s
    join stage_runs r on r.session_id = s.id and r.iteration = s.iteration and r.stage = s.current_stage
    where s.status = 'failed'`,

  // A failed render that has not been repeated since, or a failed regeneration of a document that has been neither edited
  // nor regenerated since.
  "job-failed": sql`
    select j.id as subject, j.project_id, j.session_id, j.stage, j.iteration, coalesce(j.finished_at, j.created_at) as since,
      '{}'::jsonb as data
    from jobs j
    join sessions s on s.id = j.session_id and s.status <> 'archived'
    where j.status = 'failed' and (j.kind = 'render' or j.target_contribution is not null)
      and j.ended_by is null and j.continued_by is null
      and not exists (
        select from jobs newer
        where newer.session_id = j.session_id and newer.id > j.id and newer.kind = j.kind
          and case when j.kind = 'render' then newer.payload = j.payload
            else newer.target_contribution = j.target_contribution end)
      and not exists (
        select from documents d
        join document_versions v on v.document_id = d.id and v.edited_at > j.finished_at
        where d.contribution_id = j.target_contribution and d.kind = 'whole')
      and not exists (
        select from stage_runs again
        where j.target_contribution is not null and again.session_id = j.session_id and again.stage = j.stage
          and again.iteration > j.iteration)`,

  submit: sql`
    select w.run_id as subject, w.project_id, w.session_id, w.stage, w.iteration, w.finished_at as since,
      jsonb_build_object('documents', (select count(*) from standing d where d.session_id = w.session_id)) as data
    from waiting w`,

  // Sessions that were never started, or whose stage was cancelled, are left out, because they do not wait for anything.
  start: sql`
    select s.id as subject, s.project_id, s.id as session_id, s.current_stage as stage, s.iteration, last.submitted_at as since,
      '{}'::jsonb as data
    from sessions s
    cross join lateral (
      select max(r.submitted_at) as submitted_at, bool_or(r.stage = s.current_stage and r.iteration = s.iteration) as is_begun
      from stage_runs r
      where r.session_id = s.id) last
    where s.status = 'ready' and last.submitted_at is not null and not last.is_begun`,

  questions: sql`
    select w.run_id as subject, w.project_id, w.session_id, w.stage, w.iteration, max(k.checked_at) as since,
      jsonb_build_object('numbers', jsonb_agg(distinct asked.number)) as data
    from waiting w
    join standing d on d.session_id = w.session_id
    join document_checks k on k.document_id = d.document_id and k.version = d.version
    cross join unnest(k.questions) asked (number)
    where not exists (
      select from question_answers a where a.session_id = w.session_id and a.number = asked.number)
    group by w.run_id, w.project_id, w.session_id, w.stage, w.iteration, w.finished_at`,

  // A claim is listed as long as the proposal it comes from has not been written again and its current text still contains
  // the claim.
  claims: sql`
    select w.run_id as subject, w.project_id, w.session_id, w.stage, w.iteration, w.finished_at as since,
      jsonb_build_object('numbers', jsonb_agg(judged.number order by judged.number)) as data
    from waiting w
    join (
      select v.session_id, v.number
      from standing d
      join verdicts v on v.contribution_id = d.contribution_id and v.version = d.version
      group by v.session_id, v.number
      having count(distinct v.verdict in ('kept', 'merged')) > 1) judged on judged.session_id = w.session_id
    where not exists (
        select from claim_choices h where h.session_id = w.session_id and h.number = judged.number)
      and exists (
        select from claims claim
        join contributions made on made.id = claim.contribution_id
        join documents d on d.contribution_id = made.id and d.kind = 'whole'
        join document_checks k on k.document_id = d.id
          and k.version = coalesce((select max(v.version) from document_versions v where v.document_id = d.id), 1)
        where claim.session_id = w.session_id and claim.number = judged.number and claim.number = any (k.claims)
          and not exists (
            select from contributions newer
            join documents written on written.contribution_id = newer.id and written.kind = 'whole'
            where newer.session_id = made.session_id and newer.iteration = made.iteration and newer.stage = made.stage
              and newer.work_key = made.work_key and (newer.created_at, newer.id) > (made.created_at, made.id)))
    group by w.run_id, w.project_id, w.session_id, w.stage, w.iteration, w.finished_at`,

  // Sessions that accept findings are left out, because findings do not make them wait.
  findings: sql`
    select f.document_id as subject, f.project_id, f.session_id, f.stage, f.iteration, min(f.created_at) as since,
      jsonb_build_object('count', count(*)) as data
    from open_findings f
    join sessions s on s.id = f.session_id and s.status <> 'archived' and not s.accept_findings
    where not exists (
      select from stage_runs again
      where again.session_id = f.session_id and again.stage = f.stage and again.iteration > f.iteration)
    group by f.document_id, f.project_id, f.session_id, f.stage, f.iteration`,

  card: sql`
    select b.id as subject, b.project_id, b.session_id, null::text as stage, b.iteration,
      coalesce(b.file_lost_at, b.superseded_at, b.created_at) as since, '{}'::jsonb as data
    from board_cards b
    join sessions s on s.id = b.session_id and s.status <> 'archived'
    where b.dropped_at is null and (b.file_lost_at is not null or b.superseded_because is not null and b.superseded_by is null)`,
};
