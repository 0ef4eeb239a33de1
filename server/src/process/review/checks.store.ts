import type { DocumentId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type CheckOfDocument = {
  document_id: DocumentId;
  warnings: string[] | null;
  reference_count: number | null;
  resolved_count: number | null;
  unresolved: { paragraph: number; id: string }[];
};

/** The check of a document. For an artifact, it is the check of the whole document to which the artifact belongs. */
export async function checkOf(db: Tx, id: DocumentId): Promise<CheckOfDocument | undefined> {
  const { rows } = await sql<CheckOfDocument>`
    select whole.id as document_id, checked.warnings, checked.reference_count, checked.resolved_count,
      coalesce((
        select jsonb_agg(jsonb_build_object('paragraph', r.paragraph, 'id', r.kind || r.number)
          order by r.paragraph, r.kind, r.number)
        from document_references r
        where r.document_id = whole.id and r.version = current.version and not r.resolved), '[]') as unresolved
    from documents d
    join documents whole on whole.contribution_id = d.contribution_id and whole.kind = 'whole'
    cross join lateral (
      select coalesce(max(v.version), 1) as version from document_versions v where v.document_id = whole.id) current
    left join document_checks checked on checked.document_id = whole.id and checked.version = current.version
    where d.id = ${id}`.execute(db);
  return rows[0];
}
