import type { DocumentId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/**
 * A text that memory has not indexed yet: a document or, if `documentId` is null, the brief. `mark` is its newest row in
 * memory_due.
 */
export type TextDue = { projectId: ProjectId; documentId: DocumentId | null; mark: bigint };

export async function selectTextsDue(
  db: Tx,
  scope: { projectId?: ProjectId | undefined; sessionId?: SessionId | undefined },
): Promise<TextDue[]> {
  const { rows } = await sql<TextDue>`
    select project_id as "projectId", document_id as "documentId", max(id) as mark
    from memory_due
    where (${scope.projectId ?? null}::uuid is null or project_id = ${scope.projectId ?? null})
      and (${scope.sessionId ?? null}::uuid is null or project_id = (select project_id from sessions where id = ${scope.sessionId ?? null}))
    group by project_id, document_id
    order by 3`.execute(db);
  return rows;
}

/** Deletes the text's rows up to `mark`. Rows that were added after the text was read stay. */
export async function deleteMarks(db: Tx, { projectId, documentId, mark }: TextDue): Promise<void> {
  await sql`
    delete from memory_due
    where project_id = ${projectId} and document_id is not distinct from ${documentId} and id <= ${mark}`.execute(db);
}

export type RememberedText = {
  documentId: DocumentId;
  sessionId: SessionId;
  text: string;
  intermediate: boolean;
  /** True if a later document was written for the same work order. */
  isReplaced: boolean;
  /** The earlier documents for the same work order that memory still contains. */
  replaces: DocumentId[];
};

export async function selectText(db: Tx, documentId: DocumentId): Promise<RememberedText | undefined> {
  const { rows } = await sql<RememberedText>`
    select d.id as "documentId", d.session_id as "sessionId", d.markdown as text, d.intermediate,
      exists (
        select from contributions later
        where ${sameWork} and (later.created_at, later.id) > (c.created_at, c.id)
          and exists (select from documents w where w.contribution_id = later.id and w.kind = 'whole')) as "isReplaced",
      array(
        select s.document_id
        from contributions later
        join documents w on w.contribution_id = later.id and w.kind = 'whole'
        join memory_sources s on s.document_id = w.id and s.kind = 'document'
        where ${sameWork} and (later.created_at, later.id) < (c.created_at, c.id)) as replaces
    from current_documents d join contributions c on c.id = d.contribution_id
    where d.id = ${documentId} and d.kind = 'whole'`.execute(db);
  return rows[0];
}

/** Matches `c` with other documents, named `later`, of the same work order and iteration, as in `standings`. */
const sameWork = sql`later.session_id = c.session_id and later.iteration = c.iteration and later.stage = c.stage
  and later.work_key is not distinct from c.work_key`;

/** The document, unless a version of it is already in memory. */
export async function selectUnread(
  db: Tx,
  documentId: DocumentId,
): Promise<{ projectId: ProjectId; documentId: DocumentId } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId; documentId: DocumentId }>`
    select project_id as "projectId", id as "documentId"
    from documents d
    where id = ${documentId} and not exists (select from memory_sources s where s.document_id = d.id)`.execute(db);
  return rows[0];
}

export async function selectBrief(db: Tx, projectId: ProjectId): Promise<string | undefined> {
  const { rows } = await sql<{ brief: string }>`select brief from projects where id = ${projectId}`.execute(db);
  return rows[0]?.brief;
}

/** The project's whole documents in the order of their creation, without drafts. */
export async function wholeDocuments(db: Tx, projectId: ProjectId): Promise<DocumentId[]> {
  const { rows } = await sql<{ id: DocumentId }>`
    select id
    from documents
    where project_id = ${projectId} and kind = 'whole' and not intermediate
    order by created_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function ownersWithTextsDue(db: Tx): Promise<UserId[]> {
  const { rows } = await sql<{ owner: UserId }>`select owner from owners_with_texts_due() owner`.execute(db);
  return rows.map(({ owner }) => owner);
}
