import type { ContributionId, DocumentId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** A text that replaced the previous text of a document. Rows never change. */
export type VersionRow = {
  document_id: DocumentId;
  version: number;
  owner_id: UserId;
  project_id: ProjectId;
  session_id: SessionId;
  author_id: UserId;
  markdown: string;
  file: string;
  sha256: string;
  earlier_path: string | null;
  gone: boolean;
};

export async function insertVersion(db: Tx, row: VersionRow): Promise<void> {
  await db.insertInto("document_versions").values(row).execute();
}

export type VersionSummary = { version: number; author: string; at: Date; words: number };

/** Every version of a document, oldest first: the model's text, then people's edits. */
export async function versionsOf(db: Tx, documentId: DocumentId): Promise<VersionSummary[]> {
  const { rows } = await sql<VersionSummary>`
    select 1 as version, model as author, created_at as at, words
    from documents
    where id = ${documentId}
    union all
    select v.version, u.name, v.edited_at, v.words
    from document_versions v
    join users u on u.id = v.author_id
    where v.document_id = ${documentId}
    order by version`.execute(db);
  return rows;
}

export async function textOfVersion(
  db: Tx,
  { documentId, version }: { documentId: DocumentId; version: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ markdown: string }>`
    select markdown from documents where id = ${documentId} and ${version} = 1
    union all
    select markdown from document_versions where document_id = ${documentId} and version = ${version}`.execute(db);
  return rows[0]?.markdown;
}

/** A part in its current version, and whether the document still contains it. */
export type PartRow = { id: DocumentId; artifact: string; version: number; markdown: string; gone: boolean };

export async function partsOf(db: Tx, rootId: ContributionId): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select d.id, d.artifact, coalesce(v.version, 1) as version, coalesce(v.markdown, d.markdown) as markdown,
      coalesce(v.gone, false) as gone
    from documents d
    left join lateral (
      select * from document_versions where document_id = d.id order by version desc limit 1
    ) v on true
    where d.contribution_id = ${rootId} and d.kind = 'artifact'
    order by d.artifact`.execute(db);
  return rows;
}
