import type { ScoredProposal, Scores, SessionId } from "@dialectic/contract";
import type { Tx, UserDb } from "#platform";
import { noSession } from "../session.store.ts";
import { leadByScores, rankProposals, totalOf } from "./rank-proposals.ts";
import * as store from "./scores.store.ts";

/** Each proposal's scores, the ranking of the proposals by preference, and the lead model. */
export async function getScores(ctx: { db: UserDb }, { sessionId }: { sessionId: SessionId }): Promise<Scores> {
  return ctx.db.tx(async (db) => {
    const lead = await store.leadOf(db, sessionId);
    if (!lead) throw noSession(sessionId);
    return { items: await rankedProposals(db, sessionId), leadModel: lead.lead_model, leadChosen: lead.lead_chosen };
  });
}

/**
 * Makes the author of the best-ranked proposal the lead model. Changes nothing if a person chose the lead or if no critic
 * compared proposals.
 */
export async function leadByReviews(db: Tx, sessionId: SessionId): Promise<string> {
  const session = await store.leadOf(db, sessionId);
  if (!session) throw noSession(sessionId);
  if (session.lead_chosen) return session.lead_model;
  const proposals = (await rankedProposals(db, sessionId)).filter(({ iteration }) => iteration === session.iteration);
  if (proposals.every(({ preference }) => preference === null)) return session.lead_model;
  const lead = leadByScores(session.models, proposals) ?? session.lead_model;
  await store.changeLead(db, sessionId, lead);
  return lead;
}

async function rankedProposals(db: Tx, sessionId: SessionId): Promise<ScoredProposal[]> {
  const byProposal = Map.groupBy(await store.scoresOf(db, sessionId), (row) => row.proposal_id);
  return rankProposals(
    [...byProposal].map(([proposalId, rows]) => ({
      model: rows[0]?.proposal_model ?? "",
      proposal: rows[0]?.proposal ?? null,
      proposalId,
      iteration: rows[0]?.iteration ?? 1,
      critics: [...Map.groupBy(rows, (row) => row.contribution_id)].map(([contributionId, scores]) => ({
        critic: scores[0]?.critic ?? "",
        contributionId,
        self: scores[0]?.is_self ?? false,
        total: totalOf(scores),
        scores: scores.map(({ criterion, weight, score, because }) => ({ criterion, weight, score, because })),
      })),
    })),
  );
}
