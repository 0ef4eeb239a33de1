import { Event } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

type EventRow = {
  seq: bigint;
  kind: string;
  project_id: string | null;
  session_id: string | null;
  data: unknown;
  at: Date;
};

const toEvent = (row: EventRow): Event =>
  Event.parse({
    seq: Number(row.seq),
    kind: row.kind,
    projectId: row.project_id,
    sessionId: row.session_id,
    data: row.data,
    at: row.at.toISOString(),
  });

/** Used for the one change that this module itself makes: marking a notification as read. */
export async function insertEvent(
  db: Tx,
  event: {
    kind: string;
    projectId: string | null;
    sessionId: string | null;
    data: Record<string, unknown>;
  },
): Promise<void> {
  await sql`
    insert into events (kind, owner_id, project_id, session_id, data)
    values (${event.kind}, acting_user(), ${event.projectId}, ${event.sessionId}, ${JSON.stringify(event.data)}::jsonb)
  `.execute(db);
}

/**
 * One statement, so that the horizon and the events are from the same snapshot. The horizon is the acting user's own,
 * because a user misses nothing when events of other users are deleted.
 */
export async function selectPage(
  db: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<{ events: Event[]; horizon: number }> {
  const { rows } = await sql<{ forgotten: bigint } & (EventRow | { seq: null })>`
    select horizon.forgotten, event.*
    from (select coalesce(max(forgotten), 0) as forgotten from event_horizons) horizon
    left join lateral (
      select seq, kind, project_id, session_id, data, at
      from events
      where seq > ${after}
      order by seq
      limit ${limit}
    ) event on true
    order by event.seq
  `.execute(db);
  const events = rows.flatMap((row) => (row.seq === null ? [] : [toEvent(row)]));
  return { events, horizon: Number(rows[0]?.forgotten ?? 0n) };
}

/** The sequence number of the acting user's newest event. Every event that is committed later has a higher one. */
export async function selectNewest(db: Tx): Promise<number> {
  const { rows } = await sql<{ newest: bigint }>`
    select greatest(
      coalesce((select max(seq) from events), 0),
      (select forgotten from event_horizon)
    ) as newest
  `.execute(db);
  return Number(rows[0]?.newest ?? 0n);
}

export async function deleteEvents(db: Tx, keepNewest: number): Promise<number> {
  const { rows } = await sql<{ horizon: bigint }>`
    select forget_events(${keepNewest}) as horizon
  `.execute(db);
  return Number(rows[0]?.horizon ?? 0n);
}
