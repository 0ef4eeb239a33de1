import type { LedgerCtx } from "#ledger";
import type { MemoryCtx } from "#memory";
import type { UserDb } from "#platform";
import type { SessionsCtx } from "#sessions";

/** What chat tools and context sources need in addition to the user's database, which each exchange supplies. */
export type ChatServices = {
  ctxOf(db: UserDb): SessionsCtx & MemoryCtx & LedgerCtx;
  /** The data folder, which contains the projects' folders; null if this installation has none. */
  dataDir: string | null;
};
