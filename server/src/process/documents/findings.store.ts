import {
  type ContributionId,
  type FindingCode,
  FindingDetails,
  type FindingId,
  type SessionId,
  type UserId,
} from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

/** A finding as the text of a document gives it. */
export type NewFinding = { code: FindingCode; artifact: string | null; details: FindingDetails };

export type FindingRow = NewFinding & { id: FindingId; contribution_id: ContributionId; accepted_at: Date | null };

/** All findings of a session's documents or of one document, accepted ones included, in the order they were found. */
export async function findingsOf(
  db: Tx,
  of: { sessionId: SessionId } | { rootId: ContributionId },
): Promise<FindingRow[]> {
  const where =
    "rootId" in of ? sql`f.contribution_id = ${of.rootId}::uuid` : sql`f.session_id = ${of.sessionId}::uuid`;
  const { rows } = await sql<FindingRow>`
    select f.id, f.contribution_id, f.code, f.artifact, f.details, f.accepted_at
    from document_findings f
    where ${where}
    order by f.id`.execute(db);
  // An import may hold anything: what cannot be read is left out, and the list can still be shown.
  return rows.map((row) => ({ ...row, details: FindingDetails.catch({}).parse(row.details) }));
}

/**
 * Replaces the findings of a document. One that is found again with the same details keeps its id, and its acceptance;
 * with other details it is open again.
 */
export async function replaceFindings(
  db: Tx,
  { rootId, findings }: { rootId: ContributionId; findings: readonly NewFinding[] },
): Promise<void> {
  const rows = findings.map((finding) => ({ id: newId<FindingId>(), ...finding }));
  const found = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as found (id uuid, code text, artifact text, details jsonb)`;
  await sql`
    delete from document_findings f
    where f.contribution_id = ${rootId} and not exists (
      select from ${found} where found.code = f.code and found.artifact is not distinct from f.artifact)`.execute(db);
  await sql`
    insert into document_findings (id, owner_id, project_id, session_id, contribution_id, code, artifact, details)
    select found.id, c.owner_id, c.project_id, c.session_id, c.id, found.code, found.artifact, found.details
    from ${found}
    join contributions c on c.id = ${rootId}
    on conflict (contribution_id, code, artifact) do update
      set details = excluded.details, accepted_at = null, accepted_by = null
      where document_findings.details <> excluded.details`.execute(db);
}

/** False: there is no such finding of this document. Accepted twice, it keeps the time of the first. */
export async function acceptFinding(
  db: Tx,
  { id, rootId, userId }: { id: FindingId; rootId: ContributionId; userId: UserId },
): Promise<boolean> {
  const { rows } = await sql<{ accepted: boolean }>`
    with accepted as (
      update document_findings
      set accepted_at = clock_timestamp(), accepted_by = ${userId}
      where id = ${id} and contribution_id = ${rootId} and accepted_at is null
      returning id)
    select exists (select from accepted) or exists (
      select from document_findings where id = ${id} and contribution_id = ${rootId}) as accepted`.execute(db);
  return rows[0]?.accepted ?? false;
}

export type OpenFinding = { iteration: number; stage: string; code: FindingCode };

/** The open findings of a session's documents that no newer one has replaced. */
export async function openFindings(db: Tx, sessionId: SessionId): Promise<OpenFinding[]> {
  const { rows } = await sql<OpenFinding>`
    select iteration, stage, code from open_findings where session_id = ${sessionId}`.execute(db);
  return rows;
}
