import type { Claim, ClaimCoverage, Claims, SessionId, Verdict } from "@dialectic/contract";
import type { Tx, UserDb } from "#platform";
import { requireSession } from "../session.store.ts";
import * as store from "./claims.store.ts";

/** The session's claims with all their verdicts, and for each synthesis the claims that it has not judged. */
export async function getClaims(ctx: { db: UserDb }, { sessionId }: { sessionId: SessionId }): Promise<Claims> {
  return ctx.db.tx(async (db) => {
    await requireSession(db, sessionId);
    const items = (await store.claimsOf(db, { sessionId })).map(toClaim);
    return { items, coverage: await coverageOf(db, sessionId, items) };
  });
}

export const toClaim = (row: store.ClaimWithVerdicts): Claim => ({
  id: `C${row.number}`,
  number: row.number,
  iteration: row.iteration,
  model: row.model,
  contributionId: row.contribution_id,
  documentId: row.document_id,
  text: row.text,
  verdicts: row.verdicts,
  contested: isContested(row.verdicts.map(({ verdict }) => verdict)),
  choice:
    row.choice && row.chosen_at ? { verdict: row.choice, note: row.note ?? "", at: row.chosen_at.toISOString() } : null,
});

/** A claim is not contested if one synthesis keeps it and another merges it, because it is then part of every plan. */
const isContested = (verdicts: readonly Verdict[]): boolean =>
  new Set(verdicts.map((verdict) => verdict === "kept" || verdict === "merged")).size > 1;

async function coverageOf(db: Tx, sessionId: SessionId, claims: readonly Claim[]): Promise<ClaimCoverage[]> {
  return (await store.judgesOf(db, sessionId)).map(({ contribution_id, model, iteration, lineage_id }) => {
    const given = claims.filter(
      (one) => one.iteration === iteration && (lineage_id === null || one.contributionId === lineage_id),
    );
    const missing = given.filter(({ verdicts }) => verdicts.every((one) => one.contributionId !== contribution_id));
    return {
      contributionId: contribution_id,
      model,
      claims: given.length,
      judged: given.length - missing.length,
      missing: missing.map(({ id }) => id),
    };
  });
}
