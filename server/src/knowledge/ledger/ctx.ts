import type { Clock, UserDb } from "#platform";
import type { OnFactsChanged } from "./facts/open-change.ts";

/**
 * Dependencies of every action on the ledger. The app registers `onFactsChanged` to update data that is derived from
 * facts.
 */
export type LedgerCtx = { db: UserDb; clock: Clock; onFactsChanged?: OnFactsChanged | undefined };
