import { Notification, type NotificationId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

type NotificationRow = {
  id: string;
  kind: string;
  data: unknown;
  project_id: string | null;
  session_id: string | null;
  stage: string | null;
  job_id: string | null;
  read_at: Date | null;
  created_at: Date;
};

const columns = sql`id, kind, data, project_id, session_id, stage, job_id, read_at, created_at`;

const toNotification = (row: NotificationRow): Notification =>
  Notification.parse({
    id: row.id,
    kind: row.kind,
    data: row.data,
    projectId: row.project_id,
    sessionId: row.session_id,
    stage: row.stage,
    jobId: row.job_id,
    read: row.read_at !== null,
    at: row.created_at.toISOString(),
  });

export async function selectNotifications(
  db: Tx,
  { onlyUnread, limit, before }: { onlyUnread: boolean; limit: number; before?: NotificationId | undefined },
): Promise<Notification[]> {
  const wanted = [
    ...(onlyUnread ? [sql`read_at is null`] : []),
    ...(before
      ? [sql`(created_at, id) < (select created_at, id from notifications last where last.id = ${before})`]
      : []),
    sql`true`,
  ];
  const { rows } = await sql<NotificationRow>`
    select ${columns}
    from notifications
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc
    limit ${limit}
  `.execute(db);
  return rows.map(toNotification);
}

export async function selectNotification(db: Tx, id: NotificationId): Promise<Notification | null> {
  const { rows } = await sql<NotificationRow>`
    select ${columns}
    from notifications
    where id = ${id}
  `.execute(db);
  return rows[0] ? toNotification(rows[0]) : null;
}

/** Returns false if the notification was already read. */
export async function markRead(db: Tx, id: NotificationId): Promise<boolean> {
  const { rows } = await sql`
    update notifications
    set read_at = now()
    where id = ${id} and read_at is null
    returning id
  `.execute(db);
  return rows.length > 0;
}
