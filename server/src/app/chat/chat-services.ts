import type { LedgerCtx } from "#ledger";
import type { MemoryCtx } from "#memory";
import type { UserDb } from "#platform";
import type { SessionsCtx } from "#sessions";

/** What tools and sources need beside the acting user's database, which each exchange brings. */
export type ChatServices = {
  ctxOf(db: UserDb): SessionsCtx & MemoryCtx & LedgerCtx;
  /** Where the folders of projects are; null where this installation keeps none. */
  dataDir: string | null;
};
