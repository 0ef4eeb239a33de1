import type { ContributionId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Verdict } from "./text/parse-verdicts.ts";

/** Where something is read: one stage of one iteration, about one proposal or (null) about all. */
export type Reading = {
  sessionId: SessionId;
  iteration: number;
  stage: string;
  lineageId: ContributionId | null;
  /** The moment up to which people are heard, where it is not when the stage began. */
  asOf?: string | null;
};

export type GivenClaim = { number: number; text: string; contribution_id: ContributionId };

/** The claims of the iteration's earlier stages: of the proposal that is read about, or of all. */
export async function claimsFor(db: Tx, { sessionId, iteration, stage, lineageId }: Reading): Promise<GivenClaim[]> {
  const { rows } = await sql<GivenClaim>`
    select claim.number, claim.text, claim.contribution_id
    from claims claim
    join contributions c on c.id = claim.contribution_id
    where claim.session_id = ${sessionId} and c.iteration = ${iteration} and c.stage <> ${stage}
      and (${lineageId}::uuid is null or claim.contribution_id = ${lineageId}::uuid)
    order by claim.number`.execute(db);
  return rows;
}

export type GivenQuestion = {
  number: number;
  text: string;
  otherwise: string;
  contribution_id: ContributionId;
  answer: string | null;
};

/**
 * Questions of earlier stages as they stood when this one began: what was answered, whoever asked it; of what was not,
 * the questions of the proposal that is read about, or of all.
 */
export async function questionsFor(
  db: Tx,
  { sessionId, iteration, stage, lineageId, asOf = null }: Reading,
): Promise<GivenQuestion[]> {
  const { rows } = await sql<GivenQuestion>`
    select q.number, q.text, q.otherwise, q.contribution_id, said.answer
    from questions q
    join contributions c on c.id = q.contribution_id
    join stage_runs run on run.session_id = q.session_id and run.iteration = ${iteration} and run.stage = ${stage}
    left join lateral (
      select answer
      from question_answers a
      where a.session_id = q.session_id and a.number = q.number and a.answered_at <= coalesce(${asOf}::timestamptz, run.started_at)
      order by a.answered_at desc, a.id desc
      limit 1) said on true
    where q.session_id = ${sessionId}
      and (c.iteration < ${iteration} or (c.iteration = ${iteration} and c.stage <> ${stage}))
      and (said.answer is not null or (c.iteration = ${iteration}
        and (${lineageId}::uuid is null or q.contribution_id = ${lineageId}::uuid)))
    order by q.number`.execute(db);
  return rows;
}

export type GivenContested = {
  number: number;
  text: string;
  verdicts: { contributionId: ContributionId; verdict: Verdict }[];
  choice: Verdict | null;
  note: string | null;
};

/** Claims that the iteration's earlier stages judged differently, or that a person has chosen on before this stage began. */
export async function contestedFor(
  db: Tx,
  { sessionId, iteration, stage, asOf = null }: Reading,
): Promise<GivenContested[]> {
  const { rows } = await sql<GivenContested>`
    select claim.number, claim.text, judged.verdicts, chosen.choice, chosen.note
    from claims claim
    join stage_runs run on run.session_id = claim.session_id and run.iteration = ${iteration} and run.stage = ${stage}
    join lateral (
      select count(distinct v.verdict) as kinds,
        jsonb_agg(jsonb_build_object('contributionId', v.contribution_id, 'verdict', v.verdict)
          order by array_position(s.models, v.model), v.contribution_id) as verdicts
      from verdicts v
      join contributions c on c.id = v.contribution_id
      join sessions s on s.id = v.session_id
      where v.session_id = claim.session_id and v.number = claim.number
        and c.iteration = ${iteration} and c.stage <> ${stage}) judged on judged.kinds > 0
    left join lateral (
      select choice, note
      from claim_choices h
      where h.session_id = claim.session_id and h.number = claim.number and h.chosen_at <= coalesce(${asOf}::timestamptz, run.started_at)
      order by h.chosen_at desc, h.id desc
      limit 1) chosen on true
    where claim.session_id = ${sessionId} and (judged.kinds > 1 or chosen.choice is not null)
    order by claim.number`.execute(db);
  return rows;
}
