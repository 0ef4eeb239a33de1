import type { Clock, Log, UserDb } from "#platform";

/** What every verb of a user's action needs: the database as that user sees it, a clock and a log. */
export type SessionsCtx = { db: UserDb; clock: Clock; log: Log };
