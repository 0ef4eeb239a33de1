import type { JobId } from "@dialectic/contract";
import { AppError, type Database, type Tx, type UserDb } from "#platform";
import { resumeAffordable } from "../holds/waits.ts";
import { assertAmount } from "../money.ts";
import type { TopUp } from "../wallet-types.ts";
import * as store from "./accounts.store.ts";

/**
 * The acting user's balance, what is held for running calls, and what is free. These amounts may change at any time, so
 * read them only once per decision.
 */
export const getBalance = (ctx: { db: UserDb }): Promise<store.Balance> => ctx.db.tx(store.selectBalance);

/** Adds money to the acting user's wallet and resumes jobs that were waiting for it. */
export async function topUp(
  ctx: { db: UserDb },
  input: TopUp,
): Promise<{ transactionId: bigint; balance: store.Balance; resumed: JobId[] }> {
  assertTopUp(input);
  const booked = await ctx.db.tx(async (db) => {
    const transactionId = await store.insertTopUp(db, input);
    return { transactionId, balance: await store.selectBalance(db) };
  });
  // A separate transaction, because jobs must be locked before the wallet. After a crash here, `sweepWaits` resumes the jobs.
  return { ...booked, resumed: await resumeAffordable(ctx) };
}

function assertTopUp({ amount, currency = "USD", key, note = "" }: TopUp): void {
  assertAmount(amount, "A top-up");
  if (currency !== "USD") {
    throw new AppError("invalid_input", `Accounts are kept in USD; ${currency} cannot be added. Convert it first.`);
  }
  if (key.trim() === "" || key.length > 200) {
    throw new AppError("invalid_input", "A top-up needs a key of at most 200 characters, so that it is booked once.");
  }
  if (note.length > 1000) {
    throw new AppError("invalid_input", "The note of a top-up is too long: 1000 characters at most.");
  }
}

/**
 * Refunds the charge of a call whose answer could not be saved. Repeating the refund with the same key and data changes
 * nothing; a charge is refunded only once. The call may be charged again afterwards.
 */
export async function refund(
  db: Tx,
  input: { key: string; of: string; reason: string },
): Promise<{ transactionId: bigint; refunded: bigint }> {
  if (input.reason.trim() === "") throw new AppError("invalid_input", "A refund needs a reason.");
  return store.insertRefund(db, input);
}

/**
 * Compares every derived sum with the records it follows from, and the trial balance with zero. Covers the acting user,
 * or all users if it runs as the tables' owner. Returns the discrepancies; there should be none.
 */
export const auditWallets = (db: Tx): Promise<store.Discrepancy[]> => store.selectDiscrepancies(db);

/** Recomputes balances, held sums and budgets from the records. Returns how many rows were wrong. */
export const rebuildBalances = (database: Database): Promise<number> => database.asOwner(store.updateDerived);
