import type { ContributionId, DocumentId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { AsOf } from "./source-documents.store.ts";

/** A person's feedback on a stage, or on one document of it: the newest version. */
export type FeedbackRow = {
  id: string;
  iteration: number;
  stage: string;
  /** Null if the feedback is on the stage as a whole. */
  contribution_id: ContributionId | null;
  document_id: DocumentId | null;
  title: string | null;
  path: string | null;
  work_key: string | null;
  /** True if the document that the feedback is on has been regenerated since. */
  replaced: boolean;
  version: number;
  text: string;
  given_at: Date;
};

/** The feedback of a session, oldest first, now or as of a given time. */
export async function feedbackOf(
  db: Tx,
  { sessionId, stage = null, asOf = null }: { sessionId: SessionId; stage?: string | null | undefined; asOf?: AsOf },
): Promise<FeedbackRow[]> {
  const { rows } = await sql<FeedbackRow>`
    select f.id, f.iteration, f.stage, f.contribution_id, d.id as document_id, d.title, d.path, c.work_key,
      exists (
        select from contributions newer
        join documents written on written.contribution_id = newer.id and written.kind = 'whole'
        where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
          and newer.work_key = c.work_key and (newer.created_at, newer.id) > (c.created_at, c.id)
          and (${asOf}::timestamptz is null or written.created_at <= ${asOf}::timestamptz)
      ) as replaced,
      f.version, f.text, f.given_at
    from (
      select distinct on (iteration, stage, contribution_id) *
      from feedback
      where session_id = ${sessionId} and (${stage}::text is null or stage = ${stage})
        and (${asOf}::timestamptz is null or given_at <= ${asOf}::timestamptz)
      order by iteration, stage, contribution_id, version desc
    ) f
    left join contributions c on c.id = f.contribution_id
    left join documents d on d.contribution_id = f.contribution_id and d.kind = 'whole'
    where f.text <> ''
    order by f.given_at, f.id`.execute(db);
  return rows;
}

/** The stages of a project that have feedback. */
export async function stagesWithFeedback(
  db: Tx,
  projectId: ProjectId,
): Promise<{ sessionId: SessionId; iteration: number; stage: string; name: string }[]> {
  const { rows } = await sql<{ sessionId: SessionId; iteration: number; stage: string; name: string }>`
    select distinct f.session_id as "sessionId", f.iteration, f.stage, t.name
    from feedback f
    join sessions s on s.id = f.session_id
    join stages t on t.process_template_id = s.process_template_id and t.key = f.stage
    where f.project_id = ${projectId}
    order by 1, 2, 3`.execute(db);
  return rows;
}

export type FeedbackToSave = {
  id: string;
  owner_id: UserId;
  project_id: ProjectId;
  session_id: SessionId;
  iteration: number;
  stage: string;
  contribution_id: ContributionId | null;
  text: string;
};

/** The newest version of the feedback, even if it is withdrawn (its text is empty). */
export async function newestFeedback(
  db: Tx,
  row: Omit<FeedbackToSave, "id" | "text">,
): Promise<{ id: string; version: number; text: string; given_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; version: number; text: string; given_at: Date }>`
    select id, version, text, given_at
    from feedback
    where session_id = ${row.session_id} and iteration = ${row.iteration} and stage = ${row.stage}
      and contribution_id is not distinct from ${row.contribution_id}::uuid
    order by version desc
    limit 1`.execute(db);
  return rows[0];
}

export async function insertFeedback(db: Tx, row: FeedbackToSave & { version: number }): Promise<Date> {
  const { given_at } = await db.insertInto("feedback").values(row).returning("given_at").executeTakeFirstOrThrow();
  return given_at;
}
