import type { Database, Tx } from "#platform";
import { type Discrepancy, selectDiscrepancies, updateDerived } from "./ledger.store.ts";

/**
 * Compares everything that is kept with what was written, and the trial balance with zero: the acting user's books, or
 * everybody's as the tables' owner. An empty list is the only good answer.
 */
export const auditWallets = (db: Tx): Promise<Discrepancy[]> => selectDiscrepancies(db);

/** Makes balances, held sums and budgets anew from what was written. Answers how many rows were wrong. */
export const rebuildBalances = (database: Database): Promise<number> => database.asOwner(updateDerived);
