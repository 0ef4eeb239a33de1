import { sql } from "kysely";
import type { ReadNumbers, SessionNumbers } from "#documents";

/** The numbered claims and questions of a project or session, each with the documents whose current version states it. */
export const readNumbers: ReadNumbers = async (db, whose) => {
  const among =
    "sessionId" in whose
      ? sql`one.session_id = ${whose.sessionId}`
      : sql`one.session_id in (select id from sessions where project_id = ${whose.projectId})`;
  const of = async (table: "claims" | "questions") =>
    (
      await sql<SessionNumbers["claims"][number]>`
        select one.session_id, one.number, one.contribution_id, one.text
        from ${sql.table(table)} one
        where ${among}
        order by one.session_id, one.number`.execute(db)
    ).rows;
  const { rows: stated } = await sql<SessionNumbers["stated"][number]>`
    select one.contribution_id, k.claims, k.questions
    from current_documents one
    join document_checks k on k.document_id = one.id and k.version = one.version
    where one.kind = 'whole' and ${among}`.execute(db);
  return { claims: await of("claims"), questions: await of("questions"), stated };
};
