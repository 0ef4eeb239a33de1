import type { LedgerCtx } from "#ledger";
import type { MemoryCtx } from "#memory";
import type { UserDb } from "#platform";
import type { SessionsCtx } from "#sessions";

/** Needed by chat tools and context sources besides the user's database (each exchange supplies its own). */
export type ChatServices = {
  ctxOf(db: UserDb): SessionsCtx & MemoryCtx & LedgerCtx;
  /** Contains the folders of projects; null if this installation keeps none. */
  dataDir: string | null;
};
