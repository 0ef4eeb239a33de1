import type { JobId } from "@dialectic/contract";
import type { Tx, UserDb } from "#platform";
import { type Budget, deleteBudget, selectBudget, upsertBudget } from "./ledger.store.ts";
import { assertAmount } from "./money.ts";
import { resumeAffordable } from "./resume-affordable.ts";
import type { BudgetSubject } from "./scope.ts";

/**
 * Caps what a session or an exchange may cost the wallet; null lifts the cap. What it has spent before counts, and a cap
 * below what is spent or held is a `conflict`. Every hold whose scope names the subject is under it.
 */
export async function setBudget(db: Tx, input: { subject: BudgetSubject; cap: bigint | null }): Promise<Budget | null> {
  if (input.cap === null) {
    await deleteBudget(db, input.subject);
    return null;
  }
  assertAmount(input.cap, "A budget");
  return upsertBudget(db, { subject: input.subject, cap: input.cap });
}

/** The same as a user's act, after which the jobs go on that have room now. */
export async function changeBudget(
  ctx: { db: UserDb },
  input: { subject: BudgetSubject; cap: bigint | null },
): Promise<{ budget: Budget | null; resumed: JobId[] }> {
  const budget = await ctx.db.tx((db) => setBudget(db, input));
  return { budget, resumed: await resumeAffordable(ctx) };
}

/** Null: nothing caps it. */
export const getBudget = (db: Tx, subject: BudgetSubject): Promise<Budget | null> => selectBudget(db, subject);
