import type { Claim, ContributionId, DocumentId, SessionId, UserId, Verdict } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";
import { inForce } from "../in-force.store.ts";

export type ClaimWithVerdicts = {
  number: number;
  iteration: number;
  model: string;
  contribution_id: ContributionId;
  document_id: DocumentId | null;
  text: string;
  verdicts: Claim["verdicts"];
  choice: Verdict | null;
  note: string | null;
  chosen_at: Date | null;
};

/**
 * The session's current claims, or only one of them, each with its newest choice and its verdicts in the order of the
 * models.
 */
export async function claimsOf(
  db: Tx,
  { sessionId, number = null }: { sessionId: SessionId; number?: number | null },
): Promise<ClaimWithVerdicts[]> {
  const { rows } = await sql<ClaimWithVerdicts>`
    with sources as (${inForce({ sessionId, asOf: null })})
    select claim.number, c.iteration, claim.model, claim.contribution_id, d.id as document_id, claim.text,
      coalesce(judged.verdicts, '[]') as verdicts, chosen.choice, chosen.note, chosen.chosen_at
    from claims claim
    join sessions s on s.id = claim.session_id
    join contributions c on c.id = claim.contribution_id
    left join documents d on d.contribution_id = claim.contribution_id and d.kind = 'whole'
    left join lateral (
      select jsonb_agg(jsonb_build_object('contributionId', v.contribution_id, 'model', v.model, 'verdict', v.verdict,
        'because', v.because, 'answers', v.answers) order by array_position(s.models, v.model), v.contribution_id) as verdicts
      from verdicts v
      join sources on sources.contribution_id = v.contribution_id and sources.version = v.version
      where v.session_id = claim.session_id and v.number = claim.number) judged on true
    left join lateral (
      select choice, note, chosen_at
      from claim_choices h
      where h.session_id = claim.session_id and h.number = claim.number
      order by chosen_at desc, id desc
      limit 1) chosen on true
    where claim.session_id = ${sessionId} and (${number}::int is null or claim.number = ${number}::int)
      and exists (
        select from sources
        join document_checks k on k.document_id = sources.document_id and k.version = sources.version
        where claim.number = any (k.claims))
    order by claim.number`.execute(db);
  return rows;
}

/** The documents that judged claims. `lineage_id` is the proposal that a document judged; null if it judged all. */
export async function judgesOf(
  db: Tx,
  sessionId: SessionId,
): Promise<{ contribution_id: ContributionId; model: string; iteration: number; lineage_id: ContributionId | null }[]> {
  const { rows } = await sql<{
    contribution_id: ContributionId;
    model: string;
    iteration: number;
    lineage_id: ContributionId | null;
  }>`
    select sources.contribution_id, sources.model, sources.iteration, sources.lineage_id
    from (${inForce({ sessionId, asOf: null })}) sources
    join sessions s on s.id = ${sessionId}
    where exists (
      select from verdicts v where v.contribution_id = sources.contribution_id and v.version = sources.version)
    order by sources.iteration, array_position(s.models, sources.model), sources.contribution_id`.execute(db);
  return rows;
}

export async function insertChoice(
  db: Tx,
  row: { session_id: SessionId; number: number; owner_id: UserId; choice: Verdict; note: string },
): Promise<void> {
  await db
    .insertInto("claim_choices")
    .values({ id: newId(), ...row })
    .execute();
}
