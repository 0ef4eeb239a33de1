import type { ProjectId, SessionStatus, SessionSummary } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { type Cursor, containsWords, cursorAt, examinedRows, lastExamined, place, placeOf, type Tx } from "#platform";
import { stagesOfSession } from "./standing.store.ts";

export type SessionFilter = {
  projectId?: ProjectId | undefined;
  search?: string | undefined;
  status?: SessionStatus | undefined;
  /** Whether to include archived sessions. */
  archived: boolean;
  after?: Cursor | undefined;
};

export type SessionSummaryRow = Omit<SessionSummary, "spent" | "createdAt"> & { createdAt: Date };

/** Sorts sessions newest first. Indexes provide this order for each owner and for each project. */
function inOrder(columns: RawBuilder<unknown>, { projectId, after }: SessionFilter): RawBuilder<unknown> {
  const wanted = [
    ...(projectId ? [sql`project_id = ${projectId}`] : []),
    ...(after ? [sql`${place} < ${placeOf(after)}`] : []),
    sql`true`,
  ];
  return sql`
    select ${columns}
    from sessions
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc`;
}

export const isFiltered = ({ search, status, archived }: SessionFilter): boolean =>
  Boolean(search) || status !== undefined || !archived;

/**
 * "offset 0" makes the planner look up each project by id. Without it, the planner reads all projects even if only a few
 * sessions are listed.
 */
export async function pageOfSessions(
  db: Tx,
  { limit, ...filter }: SessionFilter & { limit: number },
): Promise<(SessionSummaryRow & { cursor: string })[]> {
  const { search, status, archived } = filter;
  const wanted = [
    ...(status ? [sql`s.status = ${status}`] : []),
    ...(archived ? [] : [sql`s.status <> 'archived'`]),
    ...(search
      ? [containsWords(sql`concat_ws(' ', p.name, p.slug, t.key, array_to_string(s.models, ' '))`, search)]
      : []),
    sql`true`,
  ];
  const { rows } = await sql<SessionSummaryRow & { cursor: string }>`
    select s.id, s.project_id as "projectId", s.project_name as "projectName", s.project_slug as "projectSlug", s.process,
      s.status, s.current_stage as "currentStage", s.iteration, s.models, s.created_at as "createdAt",
      ${stagesOfSession} as stages,
      (select count(distinct c.root_id)::int from contributions c where c.session_id = s.id) as calls,
      ${cursorAt(sql`s.created_at`, sql`s.id`)} as cursor
    from (
      select s.*, p.name as project_name, p.slug as project_slug, plain_key(t.key) as process
      from (${inOrder(sql`*`, filter)} limit ${isFiltered(filter) ? examinedRows : limit}) s
      cross join lateral (select name, slug from projects where id = s.project_id offset 0) p
      cross join lateral (select key from process_templates where id = s.process_template_id offset 0) t
      where ${sql.join(wanted, sql` and `)}
      order by s.created_at desc, s.id desc
      limit ${limit}
    ) s
    order by s.created_at desc, s.id desc`.execute(db);
  return rows;
}

export const lastExaminedSession = (db: Tx, filter: SessionFilter): Promise<string | null> =>
  lastExamined(db, inOrder(sql`${cursorAt(sql`created_at`, sql`id`)} as cursor`, filter));
