import type { JobId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { type Balance, insertTopUp, selectBalance } from "./ledger.store.ts";
import { assertAmount } from "./money.ts";
import { resumeAffordable } from "./resume-affordable.ts";
import type { TopUp } from "./terms.ts";

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
  if (input.key.trim() === "" || input.key.length > 200) {
    throw new AppError("invalid_input", "A top-up needs a key of at most 200 characters, so that it is booked once.");
  }
  if ((input.note ?? "").length > 1000) {
    throw new AppError("invalid_input", "The note of a top-up is too long: 1000 characters at most.");
  }
  const booked = await ctx.db.tx(async (db) => {
    const transactionId = await insertTopUp(db, input);
    return { transactionId, balance: await selectBalance(db) };
  });
  // In a transaction of its own: jobs are locked before money. What a crash keeps from it, the workers' sweep does.
  return { ...booked, resumed: await resumeAffordable(ctx) };
}
