import type { Database } from "#platform";
import { deleteOldKeys } from "./request-key.store.ts";

/** Forgets the keys that are no longer good, of all users. Answers how many there were. */
export function forgetRequestKeys(database: Database): Promise<number> {
  return database.asNobody(deleteOldKeys);
}
