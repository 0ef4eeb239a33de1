import type { Database } from "#platform";
import { deleteEvents } from "./event.store.ts";

/** Keeps the newest events only, of all users together; readers who miss one of theirs get a reset. Answers the horizon. */
export function forgetEvents(database: Database, { keepNewest }: { keepNewest: number }): Promise<number> {
  return database.asNobody((db) => deleteEvents(db, keepNewest));
}
