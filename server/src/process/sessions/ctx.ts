import type { ModelSettings } from "#models";
import type { Clock, Log, UserDb } from "#platform";

/** What this module's operations depend on: the database as the acting user, a clock, a log, model settings and defaults. */
export type SessionsCtx = {
  db: UserDb;
  clock: Clock;
  log: Log;
  models: ModelSettings;
  /** The default number of continuations per document. */
  continuations: number;
  /** The default retry window for provider failures. */
  retryWindowMs: number;
};
