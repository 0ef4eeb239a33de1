import type { ContributionId, DocumentId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** A document as a reader sees it. Rows are never changed. */
export type DocumentRow = {
  id: DocumentId;
  owner_id: UserId;
  project_id: ProjectId;
  session_id: SessionId;
  iteration: number;
  stage: string;
  contribution_id: ContributionId;
  kind: "whole" | "artifact";
  artifact: string | null;
  title: string;
  model: string;
  intermediate: boolean;
  chunks: number;
  markdown: string;
  file: string;
  sha256: string;
  path: string;
};

/** A document in its current version: as written, or as a person edited it. */
export type CurrentDocument = DocumentRow & { version: number; created_at: Date };

/**
 * Adds a whole document unless its contribution already has one. `created_at` is the time of the write, not of the
 * start of the transaction, because a stage that starts between the two has not read the document.
 */
export async function addWhole(db: Tx, row: DocumentRow): Promise<void> {
  await db
    .insertInto("documents")
    .values({ ...row, created_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.columns(["contribution_id", "artifact"]).doNothing())
    .execute();
}

/** Adds the missing parts of a document. The SQL is the same for any number of parts, so that it stays prepared. */
export async function addParts(db: Tx, rows: readonly DocumentRow[]): Promise<void> {
  await sql`
    insert into documents (id, owner_id, project_id, session_id, iteration, stage, contribution_id, kind, artifact, title,
      model, intermediate, chunks, markdown, file, sha256, path)
    select id, owner_id, project_id, session_id, iteration, stage, contribution_id, kind, artifact, title,
      model, intermediate, chunks, markdown, file, sha256, path
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (
      id uuid, owner_id uuid, project_id uuid, session_id uuid, iteration int, stage text, contribution_id uuid, kind text,
      artifact text, title text, model text, intermediate boolean, chunks int, markdown text, file text, sha256 text,
      path text)
    on conflict (contribution_id, artifact) do nothing`.execute(db);
}

export async function findWhole(db: Tx, rootId: ContributionId): Promise<CurrentDocument | undefined> {
  const { rows } = await sql<CurrentDocument>`
    select * from current_documents where contribution_id = ${rootId} and kind = 'whole'`.execute(db);
  return rows[0];
}

export async function artifactsOf(
  db: Tx,
  rootId: ContributionId,
): Promise<{ id: DocumentId; artifact: string; path: string }[]> {
  const { rows } = await sql<{ id: DocumentId; artifact: string; path: string }>`
    select id, artifact, path
    from current_documents
    where contribution_id = ${rootId} and kind = 'artifact'`.execute(db);
  return rows;
}

/** The documents of a session whose artifacts are not created yet. */
export async function wholesWithoutParts(db: Tx, sessionId: SessionId): Promise<ContributionId[]> {
  const { rows } = await sql<{ contribution_id: ContributionId }>`
    select d.contribution_id
    from documents d
    where d.session_id = ${sessionId} and d.kind = 'whole' and not d.intermediate
      and not exists (
        select from documents part where part.contribution_id = d.contribution_id and part.kind = 'artifact')
    order by d.path collate "C"`.execute(db);
  return rows.map((row) => row.contribution_id);
}

/** The paths of the whole documents of these contributions. */
export async function wholePaths(db: Tx, rootIds: readonly ContributionId[]): Promise<Map<ContributionId, string>> {
  const { rows } = await sql<{ contribution_id: ContributionId; path: string }>`
    select contribution_id, path
    from documents
    where contribution_id = any (${[...rootIds]}::uuid[]) and kind = 'whole'`.execute(db);
  return new Map(rows.map((row) => [row.contribution_id, row.path]));
}

export async function findDocument(db: Tx, id: DocumentId): Promise<CurrentDocument | undefined> {
  const { rows } = await sql<CurrentDocument>`select * from current_documents where id = ${id}`.execute(db);
  return rows[0];
}
