import type { ContributionId, Document, DocumentId, DocumentSummary, Finding, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Cursor, containsWords, cursorAt, place, placeOf, type Tx } from "#platform";
import type { CurrentDocument } from "./document.store.ts";
import type { Standing } from "./edits/stale.store.ts";
import type { FindingRow } from "./findings.store.ts";

type SummaryRow = Omit<CurrentDocument, "owner_id" | "project_id" | "markdown" | "file"> & { words: number };

const summary = sql`
  id, session_id, iteration, stage, contribution_id, kind, artifact, title, model, intermediate, chunks, sha256, path,
  version, words, created_at`;

export async function hasSession(db: Tx, id: SessionId): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${id}`.execute(db);
  return rows.length > 0;
}

export type DocumentFilter = {
  sessionId: SessionId;
  stage?: string | undefined;
  iteration?: number | undefined;
  kind?: "whole" | "artifact" | undefined;
  /** If true, selects only intermediate documents; if false, only the others; if undefined, both. */
  intermediate?: boolean | undefined;
  search?: string | undefined;
  after?: Cursor | undefined;
};

/** Documents in the order of their creation. */
export async function summaries(
  db: Tx,
  { sessionId, stage, iteration, kind, intermediate, search, after, limit }: DocumentFilter & { limit: number },
): Promise<(SummaryRow & { cursor: string })[]> {
  const wanted = [
    sql`session_id = ${sessionId}`,
    ...(stage === undefined ? [] : [sql`stage = ${stage}`]),
    ...(iteration === undefined ? [] : [sql`iteration = ${iteration}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(intermediate === undefined ? [] : [sql`intermediate = ${intermediate}`]),
    ...(search ? [containsWords(sql`concat_ws(' ', title, model, stage, artifact)`, search)] : []),
    ...(after ? [sql`${place} > ${placeOf(after)}`] : []),
  ];
  const { rows } = await sql<SummaryRow & { cursor: string }>`
    select ${summary}, ${cursorAt(sql`created_at`, sql`id`)} as cursor
    from (
      select *
      from current_documents
      where ${sql.join(wanted, sql` and `)}
      order by created_at, id
      limit ${limit}
    ) page
    order by created_at, id`.execute(db);
  return rows;
}

export async function findReadable(db: Tx, id: DocumentId): Promise<(SummaryRow & { markdown: string }) | undefined> {
  const { rows } = await sql<SummaryRow & { markdown: string }>`
    select ${summary}, markdown
    from current_documents
    where id = ${id}`.execute(db);
  return rows[0];
}

/** The titles and paths of these documents. */
export async function namesOf(
  db: Tx,
  ids: readonly DocumentId[],
): Promise<{ id: DocumentId; title: string; path: string }[]> {
  const { rows } = await sql<{ id: DocumentId; title: string; path: string }>`
    select id, title, path from documents where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** The sources of a contribution, each with the document that a reader can open. */
export async function sourcesOf(db: Tx, id: ContributionId): Promise<Document["sources"]> {
  const { rows } = await sql<Document["sources"][number]>`
    select s.source_id as "contributionId", d.id as "documentId", coalesce(d.title, c.output_type) as title
    from contribution_sources s
    join contributions c on c.id = s.source_id
    left join documents d on d.contribution_id = s.source_id and d.kind = 'whole'
    where s.contribution_id = ${id}
    order by s.position`.execute(db);
  return rows;
}

const happened = {
  regenerated: "was regenerated after this was written",
  edited: "was edited after this was written",
  facts: "relies on a fact that no longer holds",
};

/** `findings` are those of the whole document, even if the row is an artifact. */
export const toSummary = (
  row: SummaryRow,
  { standing, findings }: { standing: Standing | undefined; findings: readonly FindingRow[] },
): DocumentSummary => ({
  id: row.id,
  sessionId: row.session_id,
  stage: row.stage,
  iteration: row.iteration,
  model: row.model,
  kind: row.kind,
  artifact: row.artifact,
  title: row.title,
  path: row.path,
  intermediate: row.intermediate,
  chunks: row.chunks,
  words: row.words,
  sha256: row.sha256,
  contributionId: row.contribution_id,
  version: row.version,
  stale:
    standing?.because && standing.how
      ? { reason: `${standing.because_title} ${happened[standing.how]}.`, because: standing.because }
      : null,
  replacedBy: standing?.replaced_by ?? null,
  regenerating: standing?.regenerating ?? null,
  findings: findings.filter(({ artifact }) => row.kind === "whole" || artifact === row.artifact).map(toFinding),
  createdAt: row.created_at.toISOString(),
});

const toFinding = ({ id, code, artifact, details, accepted_at }: FindingRow): Finding => ({
  id,
  code,
  artifact,
  details,
  acceptedAt: accepted_at?.toISOString() ?? null,
});
