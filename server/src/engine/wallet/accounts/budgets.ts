import type { JobId } from "@dialectic/contract";
import type { Tx, UserDb } from "#platform";
import { resumeAffordable } from "../holds/waits.ts";
import { assertAmount } from "../money.ts";
import type { BudgetSubject } from "../wallet-types.ts";
import { type Budget, deleteBudget, selectBudget, upsertBudget } from "./accounts.store.ts";

/**
 * Caps what a session or an exchange may cost the wallet; null lifts the cap. Earlier spending counts, and a cap below
 * what is spent or held is a `conflict`. The cap applies to every hold whose scope names the subject.
 */
export async function setBudget(db: Tx, input: { subject: BudgetSubject; cap: bigint | null }): Promise<Budget | null> {
  if (input.cap === null) {
    await deleteBudget(db, input.subject);
    return null;
  }
  assertAmount(input.cap, "A budget");
  return upsertBudget(db, { subject: input.subject, cap: input.cap });
}

/** Sets a budget for a user and resumes the jobs that it now covers. */
export async function changeBudget(
  ctx: { db: UserDb },
  input: { subject: BudgetSubject; cap: bigint | null },
): Promise<{ budget: Budget | null; resumed: JobId[] }> {
  const budget = await ctx.db.tx((db) => setBudget(db, input));
  return { budget, resumed: await resumeAffordable(ctx) };
}

/** Returns null if there is no cap. */
export const getBudget = (db: Tx, subject: BudgetSubject): Promise<Budget | null> => selectBudget(db, subject);
