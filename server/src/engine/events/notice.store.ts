import { Notice, type NoticeId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

type NoticeRow = {
  id: string;
  kind: string;
  text: string;
  project_id: string | null;
  session_id: string | null;
  stage: string | null;
  job_id: string | null;
  place: string;
  read_at: Date | null;
  created_at: Date;
};

const columns = sql`id, kind, text, project_id, session_id, stage, job_id, place, read_at, created_at`;

const toNotice = (row: NoticeRow): Notice =>
  Notice.parse({
    id: row.id,
    kind: row.kind,
    text: row.text,
    projectId: row.project_id,
    sessionId: row.session_id,
    stage: row.stage,
    jobId: row.job_id,
    place: row.place,
    read: row.read_at !== null,
    at: row.created_at.toISOString(),
  });

export async function selectNotices(
  db: Tx,
  { onlyUnread, limit, before }: { onlyUnread: boolean; limit: number; before?: NoticeId | undefined },
): Promise<Notice[]> {
  const wanted = [
    ...(onlyUnread ? [sql`read_at is null`] : []),
    ...(before ? [sql`(created_at, id) < (select created_at, id from notices last where last.id = ${before})`] : []),
    sql`true`,
  ];
  const { rows } = await sql<NoticeRow>`
    select ${columns}
    from notices
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc
    limit ${limit}
  `.execute(db);
  return rows.map(toNotice);
}

export async function selectNotice(db: Tx, id: NoticeId): Promise<Notice | null> {
  const { rows } = await sql<NoticeRow>`
    select ${columns}
    from notices
    where id = ${id}
  `.execute(db);
  return rows[0] ? toNotice(rows[0]) : null;
}

/** False: it was read before. */
export async function markRead(db: Tx, id: NoticeId): Promise<boolean> {
  const { rows } = await sql`
    update notices
    set read_at = now()
    where id = ${id} and read_at is null
    returning id
  `.execute(db);
  return rows.length > 0;
}
