import type { LedgerCtx } from "#ledger";
import type { MemoryCtx } from "#memory";
import type { UserDb } from "#platform";
import type { SessionsCtx } from "#sessions";

/** What chat tools and context sources need besides the user's database (each exchange supplies its own). */
export type ChatServices = {
  ctxOf(db: UserDb): SessionsCtx & MemoryCtx & LedgerCtx;
  /** Where the folders of projects are; null where this installation keeps none. */
  dataDir: string | null;
};
