import type { ContributionId, DocumentId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** What a reader sees. Rows are never changed. */
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

/** A document as it reads now: as it was written, or as a person edited it. */
export type CurrentDocument = DocumentRow & { version: number; created_at: Date };

/**
 * Adds a document unless its contribution has it already; a second run changes nothing. A whole one is stamped when it
 * is written and not when its transaction began: a stage that starts meanwhile has not read it.
 */
export async function addDocument(db: Tx, row: DocumentRow): Promise<void> {
  const stamp = row.kind === "whole" ? { created_at: sql<Date>`clock_timestamp()` } : {};
  await db
    .insertInto("documents")
    .values({ ...row, ...stamp })
    .onConflict((conflict) => conflict.columns(["contribution_id", "artifact"]).doNothing())
    .execute();
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

/** Where the whole documents of these contributions stand. */
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
