import type { UserDb } from "#platform";
import { type Balance, selectBalance } from "./ledger.store.ts";

/** What the acting user has, what is set aside for calls under way, and what is free. Read it once for one decision. */
export const getBalance = (ctx: { db: UserDb }): Promise<Balance> => ctx.db.tx(selectBalance);
