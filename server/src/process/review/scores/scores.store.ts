import type { ContributionId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { inForce } from "../in-force.store.ts";

export type ScoreOfCritic = {
  proposal_id: ContributionId;
  proposal_model: string;
  /** The number of the proposal if its model wrote several; otherwise null. */
  proposal: number | null;
  iteration: number;
  contribution_id: ContributionId;
  critic: string;
  is_self: boolean;
  criterion: string;
  weight: number | null;
  score: number;
  because: string;
};

/**
 * All scores of the session. Proposals and critics are in the order of the session's models, criteria in the order of the
 * scorecard.
 */
export async function scoresOf(db: Tx, sessionId: SessionId): Promise<ScoreOfCritic[]> {
  const { rows } = await sql<ScoreOfCritic>`
    select score.proposal_id, proposal.model as proposal_model, proposal.proposal, proposal.iteration, score.contribution_id, critic.model as critic,
      score.is_self, score.criterion, score.weight, score.score, score.because
    from scores score
    join (${inForce({ sessionId, asOf: null })}) sources
      on sources.contribution_id = score.contribution_id and sources.version = score.version
    join contributions proposal on proposal.id = score.proposal_id
    join contributions critic on critic.id = score.contribution_id
    join sessions s on s.id = score.session_id
    where score.session_id = ${sessionId}
    order by proposal.iteration, array_position(s.models, proposal.model), proposal.proposal, score.proposal_id,
      array_position(s.models, critic.model), score.contribution_id, score.place`.execute(db);
  return rows;
}

export type LeadOfSession = { iteration: number; models: string[]; lead_model: string; lead_chosen: boolean };

export async function leadOf(db: Tx, sessionId: SessionId): Promise<LeadOfSession | undefined> {
  const { rows } = await sql<LeadOfSession>`
    select iteration, models, lead_model, lead_chosen from sessions where id = ${sessionId}`.execute(db);
  return rows[0];
}

export async function changeLead(db: Tx, sessionId: SessionId, model: string): Promise<void> {
  await sql`
    update sessions set lead_model = ${model}
    where id = ${sessionId} and not lead_chosen and lead_model <> ${model}`.execute(db);
}
