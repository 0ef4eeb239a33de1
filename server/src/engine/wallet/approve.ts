import type { JobId, SessionId } from "@dialectic/contract";
import { AppError, type Tx, type UserDb } from "#platform";
import { assertAmount } from "./money.ts";
import * as store from "./waits.store.ts";

/** Notes that a job needs a person's leave to spend this much. The job then pauses by its own outcome. */
export async function askApproval(db: Tx, input: { jobId: JobId; amount: bigint }): Promise<void> {
  assertAmount(input.amount, "What needs an approval");
  await store.upsertApprovalWait(db, input);
}

/**
 * Gives leave to spend up to an amount on a chain (named by any job of it), for all its retries and continuations, and
 * lets it go on. Jobs that were only paused along with it go on, too. Approving twice is the same as once.
 */
export async function approve(
  ctx: { db: UserDb },
  input: { jobId: JobId; amount: bigint },
): Promise<{ resumed: JobId[] }> {
  assertAmount(input.amount, "An approval");
  return ctx.db.tx(async (db) => ({ resumed: await store.insertApproval(db, input) }));
}

/** The same for what the chain waits for, unless an amount is given. Where nothing is asked, none is guessed. */
export async function approveWait(
  ctx: { db: UserDb },
  input: { jobId: JobId; amount?: bigint | undefined },
): Promise<{ resumed: JobId[] }> {
  const amount = input.amount ?? (await ctx.db.tx((db) => store.selectWantedApproval(db, input.jobId)));
  if (amount === undefined) {
    throw new AppError(
      "conflict",
      `Job ${input.jobId} waits for no approval. To give leave beforehand, name an amount.`,
      { remedies: [{ do: "see-waits" }] },
    );
  }
  return approve(ctx, { jobId: input.jobId, amount });
}

/** Whether somebody has given leave to spend this much, or more, on the chain. */
export const isApproved = (db: Tx, input: { chainId: JobId; amount: bigint }): Promise<boolean> =>
  store.hasApproval(db, input);

/** The acting user's paused jobs that wait for money or for leave, longest first. */
export const listWaits = (
  ctx: { db: UserDb },
  input: { session?: SessionId | undefined } = {},
): Promise<store.PaymentWait[]> => ctx.db.tx((db) => store.selectWaits(db, input));
