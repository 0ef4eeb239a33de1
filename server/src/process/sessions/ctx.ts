import type { ModelSettings } from "#models";
import type { Clock, Log, UserDb } from "#platform";

/** What every verb of a user's action needs: the database as that user sees it, a clock, a log, and what models need. */
export type SessionsCtx = {
  db: UserDb;
  clock: Clock;
  log: Log;
  models: ModelSettings;
  /** How often a cut document is carried on in sessions that do not say. */
  continuations: number;
  /** How long provider failures are retried in sessions that do not say. */
  retryWindowMs: number;
};
