import type { Clock, UserDb } from "#platform";
import type { OnFactsChanged } from "./facts/open-change.ts";

/** What every action on the ledger needs. `onFactsChanged` is registered by the app, for what is derived from facts. */
export type LedgerCtx = { db: UserDb; clock: Clock; onFactsChanged?: OnFactsChanged | undefined };
