import type { Claim, ContributionId, DocumentId, SessionId, UserId, Verdict } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

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

/** The session's claims (or one of them) with every verdict, in the order of the models, and the newest choice. */
export async function claimsOf(
  db: Tx,
  { sessionId, number = null }: { sessionId: SessionId; number?: number | null },
): Promise<ClaimWithVerdicts[]> {
  const { rows } = await sql<ClaimWithVerdicts>`
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
      where v.session_id = claim.session_id and v.number = claim.number) judged on true
    left join lateral (
      select choice, note, chosen_at
      from claim_choices h
      where h.session_id = claim.session_id and h.number = claim.number
      order by chosen_at desc, id desc
      limit 1) chosen on true
    where claim.session_id = ${sessionId} and (${number}::int is null or claim.number = ${number}::int)
    order by claim.number`.execute(db);
  return rows;
}

/** Which documents have judged claims, and of which proposal alone, if of one. */
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
    select c.id as contribution_id, c.model, c.iteration, c.lineage_id
    from contributions c
    join sessions s on s.id = c.session_id
    where c.session_id = ${sessionId} and c.id in (select contribution_id from verdicts where session_id = ${sessionId})
    order by c.iteration, array_position(s.models, c.model), c.id`.execute(db);
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
