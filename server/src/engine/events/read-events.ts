import type { Event } from "@dialectic/contract";
import type { Database, UserDb } from "#platform";
import { deleteEvents, selectPage } from "./event.store.ts";

export type EventBatch = {
  events: Event[];
  /**
   * True if some of the user's events after the cursor are deleted. The reader must then load everything again, and
   * continue with `events`.
   */
  reset: boolean;
  /** The cursor for the next read. */
  next: number;
};

/** Events after some number, and the user's horizon: the highest event number among the user's deleted events. */
export type EventPage = { events: Event[]; horizon: number };

/** The acting user's events after a number, in order, at most `limit` of them. */
export async function readEvents(
  ctx: { db: UserDb },
  { after, limit }: { after: number; limit: number },
): Promise<EventBatch & EventPage> {
  const page = await ctx.db.tx((db) => selectPage(db, { after, limit }), { single: true });
  return { ...batchFor(after, page), horizon: page.horizon };
}

/** Turns a page, which may begin before `after`, into the batch for a reader whose cursor is `after`. */
export function batchFor(after: number, page: EventPage): EventBatch {
  const reset = after < page.horizon;
  const from = Math.max(after, page.horizon);
  const events = page.events.filter((event) => event.seq > from);
  return { events, reset, next: events.at(-1)?.seq ?? from };
}

/**
 * Deletes all but the newest `keepNewest` events, counted over all users. A reader who missed one of their own events gets a
 * reset. Returns the number up to which events are deleted.
 */
export function pruneEvents(database: Database, { keepNewest }: { keepNewest: number }): Promise<number> {
  return database.asSystem((db) => deleteEvents(db, keepNewest));
}
