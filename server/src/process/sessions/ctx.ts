import type { ModelSettings } from "#models";
import type { Clock, Log, UserDb } from "#platform";

/** What every verb of a user's action needs: the database as that user sees it, a clock, a log, and what models need. */
export type SessionsCtx = { db: UserDb; clock: Clock; log: Log; models: ModelSettings };
