import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { type FrozenTerms, frozenColumns } from "#models";
import type { Tx } from "#platform";

/** The newest terms of each of a session's models, as of the given iteration. */
export async function selectTerms(
  db: Tx,
  { sessionId, iteration }: { sessionId: SessionId; iteration: number },
): Promise<FrozenTerms[]> {
  const { rows } = await sql<FrozenTerms>`
    select distinct on (m.model) ${frozenColumns}
    from session_models m
    join model_terms t on t.id = m.terms_id
    where m.session_id = ${sessionId} and m.iteration <= ${iteration}
    order by m.model, m.iteration desc, m.revision desc`.execute(db);
  return rows;
}

/** Adds terms. If the iteration already has terms for a model, the new ones become a further revision. */
export async function insertSessionModels(
  db: Tx,
  { sessionId, iteration }: { sessionId: SessionId; iteration: number },
  terms: readonly Pick<FrozenTerms, "id" | "termsId">[],
): Promise<void> {
  for (const { id, termsId } of terms) {
    await sql`
      insert into session_models (session_id, iteration, model, revision, terms_id, owner_id)
      select ${sessionId}, ${iteration}, ${id}, coalesce(max(revision), 0) + 1, ${termsId}, acting_user()
      from session_models
      where session_id = ${sessionId} and iteration = ${iteration} and model = ${id}`.execute(db);
  }
}

/** The models with which each of a project's sessions was created. */
export async function chosenModels(db: Tx, projectId: ProjectId): Promise<{ id: SessionId; models: string[] }[]> {
  const { rows } = await sql<{ id: SessionId; models: string[] }>`
    select id, models
    from sessions
    where project_id = ${projectId}
    order by id`.execute(db);
  return rows;
}
