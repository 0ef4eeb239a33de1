import type { JobId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { type Balance, insertTopUp, selectBalance } from "./ledger.store.ts";
import { assertAmount } from "./money.ts";
import { resumeAffordable } from "./resume-affordable.ts";

export type TopUp = {
  amount: bigint;
  /** The same key with the same amount and note is the same top-up; with others it is a `conflict`. */
  key: string;
  note?: string;
  /** Accounts are kept in dollars; anything else is refused. */
  currency?: string;
};

/** Adds money to the acting user's wallet and lets jobs that waited for it go on. */
export async function topUp(
  ctx: { db: UserDb },
  input: TopUp,
): Promise<{ transactionId: bigint; balance: Balance; resumed: JobId[] }> {
  assertAmount(input.amount, "A top-up");
  if ((input.currency ?? "USD") !== "USD") {
    throw new AppError(
      "invalid_input",
      `Accounts are kept in USD; ${input.currency} cannot be added. Convert it first.`,
    );
  }
  if (input.key.trim() === "") throw new AppError("invalid_input", "A top-up needs a key, so that it is booked once.");
  const booked = await ctx.db.tx(async (db) => {
    const transactionId = await insertTopUp(db, input);
    return { transactionId, balance: await selectBalance(db) };
  });
  // In a transaction of its own: jobs are locked before money. What a crash keeps from it, the workers' sweep does.
  return { ...booked, resumed: await resumeAffordable(ctx) };
}
