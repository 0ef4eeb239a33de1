import type { Database } from "#platform";
import { endAllLeases } from "./claims.store.ts";

/**
 * Lets jobs of a worker that is surely gone be taken over now instead of when their leases run out. For an embedded
 * database that was just opened: it has one opener at a time, so whoever held jobs before is dead.
 */
export const takeOverAtOnce = (database: Database): Promise<void> => database.asOwner(endAllLeases);
