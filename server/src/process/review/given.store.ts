import type { ContributionId, SessionId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { AsOf, Verdict } from "#documents";
import type { Tx } from "#platform";
import { inForce } from "./in-force.store.ts";

/**
 * The reader of reviews: a stage of an iteration. It reads about the proposal `lineageId` only, or about all proposals if
 * that is null.
 */
export type Reading = {
  sessionId: SessionId;
  iteration: number;
  stage: string;
  lineageId: ContributionId | null;
  /** Rows that were written later are ignored. */
  asOf: AsOf;
};

/**
 * The documents of the stages before this one. For each stage, they come from the newest iteration that ran it, because a
 * further iteration does not repeat all stages. Later stages, which exist if a document is being regenerated, are left out.
 */
const earlier = (reading: Reading): RawBuilder<unknown> => sql`
  with recursive onwards (stage) as (
    select ${reading.stage}::text
    union
    select t.to_stage
    from onwards
    join sessions s on s.id = ${reading.sessionId}
    join stage_transitions t on t.process_template_id = s.process_template_id and t.from_stage = onwards.stage)
  select *
  from (
    select *, max(iteration) over (partition by stage) as lap
    from (${inForce(reading)}) standing
    where iteration <= ${reading.iteration} and stage not in (select stage from onwards)) of_laps
  where iteration = lap`;

/** A claim with the model that made it. */
export type GivenClaim = { number: number; text: string; model: string; contribution_id: ContributionId };

/** The claims of earlier stages: only those of the reader's proposal if it has one, otherwise all. */
export async function claimsFor(db: Tx, reading: Reading): Promise<GivenClaim[]> {
  const { sessionId, lineageId } = reading;
  const { rows } = await sql<GivenClaim>`
    with sources as (${earlier(reading)})
    select claim.number, claim.text, claimant.model, claim.contribution_id
    from sources
    join document_checks k on k.document_id = sources.document_id and k.version = sources.version
    join claims claim on claim.session_id = ${sessionId} and claim.number = any (k.claims)
    join contributions claimant on claimant.id = claim.contribution_id
    where ${lineageId}::uuid is null or claim.contribution_id = ${lineageId}::uuid
    order by claim.number`.execute(db);
  return rows;
}

export type GivenQuestion = {
  number: number;
  text: string;
  /** The model that asked the question first. */
  model: string;
  otherwise: string;
  /** The documents of earlier stages that ask the question. */
  askers: ContributionId[];
  answer: string | null;
};

/**
 * The questions of earlier stages: every answered question, and the unanswered questions that the reader's proposal asks
 * (without such a proposal, all unanswered questions).
 */
export async function questionsFor(db: Tx, reading: Reading): Promise<GivenQuestion[]> {
  const { sessionId, iteration, stage, lineageId, asOf } = reading;
  const { rows } = await sql<GivenQuestion>`
    with sources as (${earlier(reading)}),
    asked as (
      select unnest(k.questions) as number, sources.contribution_id
      from sources
      join document_checks k on k.document_id = sources.document_id and k.version = sources.version)
    select q.number, q.text, c.model, q.otherwise, said.answer,
      array(select contribution_id from asked where asked.number = q.number) as askers
    from questions q
    join contributions c on c.id = q.contribution_id
    left join lateral (
      select answer
      from question_answers a
      where a.session_id = q.session_id and a.number = q.number
        and (${asOf}::timestamptz is null or a.answered_at <= ${asOf}::timestamptz)
      order by a.answered_at desc, a.id desc
      limit 1) said on true
    where q.session_id = ${sessionId}
      and (said.answer is not null and (c.iteration < ${iteration} or c.iteration = ${iteration} and c.stage <> ${stage})
        or exists (
          select from asked
          where asked.number = q.number and (${lineageId}::uuid is null or asked.contribution_id = ${lineageId}::uuid)))
    order by q.number`.execute(db);
  return rows;
}

export type GivenContested = {
  number: number;
  text: string;
  /** The model that made the claim. */
  model: string;
  verdicts: { contributionId: ContributionId; verdict: Verdict }[];
  choice: Verdict | null;
  note: string | null;
};

/**
 * Claims that at least one synthesis keeps or merges and another rejects or leaves open, and claims that a person has
 * decided.
 */
export async function contestedFor(db: Tx, reading: Reading): Promise<GivenContested[]> {
  const { sessionId, asOf } = reading;
  const { rows } = await sql<GivenContested>`
    with sources as (${earlier(reading)}),
    judged as (
      select v.number, count(distinct v.verdict in ('kept', 'merged')) as kinds,
        jsonb_agg(jsonb_build_object('contributionId', v.contribution_id, 'verdict', v.verdict)
          order by array_position(s.models, v.model), v.contribution_id) as verdicts
      from sources
      join verdicts v on v.contribution_id = sources.contribution_id and v.version = sources.version
      join sessions s on s.id = v.session_id
      group by v.number)
    select claim.number, claim.text, claimant.model, judged.verdicts, chosen.choice, chosen.note
    from judged
    join claims claim on claim.session_id = ${sessionId} and claim.number = judged.number
    join contributions claimant on claimant.id = claim.contribution_id
    left join lateral (
      select choice, note
      from claim_choices h
      where h.session_id = claim.session_id and h.number = claim.number
        and (${asOf}::timestamptz is null or h.chosen_at <= ${asOf}::timestamptz)
      order by h.chosen_at desc, h.id desc
      limit 1) chosen on true
    where judged.kinds > 1 or chosen.choice is not null
    order by claim.number`.execute(db);
  return rows;
}
