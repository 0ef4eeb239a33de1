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

/** A finding computed from the text of a document. */
export type NewFinding = { code: FindingCode; artifact: string | null; details: FindingDetails };

export type FindingRow = NewFinding & { id: FindingId; contribution_id: ContributionId; accepted_at: Date | null };

/** All findings of a session's documents or of one document, including accepted ones, in the order they were found. */
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
    order by f.created_at, f.code, f.artifact collate "C"`.execute(db);
  return rows.map(readDetails);
}

/** An import may contain anything, so if the details cannot be parsed, the finding is shown without them. */
export const readDetails = <Row extends { details: unknown }>(row: Row): Row & { details: FindingDetails } => ({
  ...row,
  details: FindingDetails.catch({}).parse(row.details),
});

/**
 * Replaces the findings of a document. A finding with the same details keeps its id and its acceptance; a finding whose details
 * changed is open again. Returns false if nothing changed.
 */
export async function replaceFindings(
  db: Tx,
  { rootId, findings }: { rootId: ContributionId; findings: readonly NewFinding[] },
): Promise<boolean> {
  const rows = findings.map((finding, place) => ({ id: newId<FindingId>(), place, ...finding }));
  const found = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as found (
      id uuid, place int, code text, artifact text, details jsonb)`;
  const cleared = await sql`
    delete from document_findings f
    where f.contribution_id = ${rootId} and not exists (
      select from ${found} where found.code = f.code and found.artifact is not distinct from f.artifact)`.execute(db);
  const added = await sql`
    insert into document_findings (
      id, owner_id, project_id, session_id, contribution_id, code, artifact, details, created_at)
    select found.id, c.owner_id, c.project_id, c.session_id, c.id, found.code, found.artifact, found.details,
      clock_timestamp() + found.place * interval '1 microsecond' -- keeps their order, which an import preserves, unlike ids
    from ${found}
    join contributions c on c.id = ${rootId}
    on conflict (contribution_id, code, artifact) do update
      set details = excluded.details, accepted_at = null, accepted_by = null
      where document_findings.details <> excluded.details`.execute(db);
  return [cleared, added].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

/** `already`: the finding was accepted earlier, and `accepted_at` is unchanged. `missing`: the document has no such finding. */
export async function acceptFinding(
  db: Tx,
  { id, rootId, userId }: { id: FindingId; rootId: ContributionId; userId: UserId },
): Promise<"accepted" | "already" | "missing"> {
  const of = sql`id = ${id} and contribution_id = ${rootId}`;
  const { numAffectedRows = 0n } = await sql`
    update document_findings
    set accepted_at = clock_timestamp(), accepted_by = ${userId}
    where ${of} and accepted_at is null`.execute(db);
  if (numAffectedRows > 0n) return "accepted";
  const { rows } = await sql`select from document_findings where ${of}`.execute(db);
  return rows.length > 0 ? "already" : "missing";
}

export type OpenFinding = { iteration: number; stage: string; code: FindingCode };

/** The open findings of a session's documents, except of documents that were replaced. */
export async function openFindings(db: Tx, sessionId: SessionId): Promise<OpenFinding[]> {
  const { rows } = await sql<OpenFinding>`
    select iteration, stage, code from open_findings where session_id = ${sessionId}`.execute(db);
  return rows;
}
