import type { JobId, SessionId } from "@dialectic/contract";
import { AppError, type Database, type Tx, type UserDb } from "#platform";
import { assertAmount } from "../money.ts";
import type { HoldOutcome } from "../wallet-types.ts";
import * as store from "./waits.store.ts";

export type OutlayRefusal = Extract<HoldOutcome, { reason: "insufficient-funds" | "approval-needed" }>;

/** The acting user's paused jobs that wait for money or approval, longest wait first. */
export const listWaits = (
  ctx: { db: UserDb },
  input: { session?: SessionId | undefined } = {},
): Promise<store.PaymentWait[]> => ctx.db.tx((db) => store.selectWaits(db, input));

/**
 * Checks whether the wallet covers an outlay, before any work is done for it; nothing is held. If it does not, the job
 * is recorded as waiting for funds, or for approval to spend `upTo`; the job's outcome then pauses it. Returns
 * undefined if the outlay is covered.
 */
export async function checkOutlay(
  ctx: { db: UserDb },
  input: { jobId: JobId | null; chainId: JobId | null; amount: bigint; share: number; upTo: bigint },
): Promise<OutlayRefusal | undefined> {
  assertAmount(input.amount, "An outlay");
  const found = await ctx.db.tx((db) => store.selectOutlay(db, input));
  if (!found) return undefined;
  return found.reason === "approval"
    ? { ok: false, reason: "approval-needed" }
    : { ok: false, reason: "insufficient-funds", shortBy: found.shortBy ?? 0n };
}

/** Records that a job needs approval to spend this much. The job's outcome then pauses it. */
export async function askApproval(db: Tx, input: { jobId: JobId; amount: bigint }): Promise<void> {
  assertAmount(input.amount, "The amount to approve");
  await store.upsertApprovalWait(db, input);
}

/**
 * Approves spending up to an amount on a chain, for all its retries and continuations. Any job of the chain may be given.
 * Resumes the chain and the jobs that were only paused along with it. Approving twice has the same effect as
 * approving once.
 */
export async function approve(
  ctx: { db: UserDb },
  input: { jobId: JobId; amount: bigint },
): Promise<{ resumed: JobId[] }> {
  assertAmount(input.amount, "An approval");
  return ctx.db.tx(async (db) => ({ resumed: await store.insertApproval(db, input) }));
}

/**
 * Approves the given amount, or else the amount that the chain waits for. If there is neither, throws a `conflict` instead of
 * guessing an amount.
 */
export async function approveWait(
  ctx: { db: UserDb },
  input: { jobId: JobId; amount?: bigint | undefined },
): Promise<{ resumed: JobId[] }> {
  const amount = input.amount ?? (await ctx.db.tx((db) => store.selectWantedApproval(db, input.jobId)));
  if (amount === undefined) {
    throw new AppError(
      "conflict",
      `Job ${input.jobId} is not waiting for approval. To approve spending in advance, give an amount.`,
      { remedies: [{ do: "see-waits" }] },
    );
  }
  return approve(ctx, { jobId: input.jobId, amount });
}

/** True if spending this much on the chain is approved. */
export const isApproved = (db: Tx, input: { chainId: JobId; amount: bigint }): Promise<boolean> =>
  store.hasApproval(db, input);

/** Resumes the acting user's jobs that were paused for lack of funds and whose next hold fits now, oldest first. */
export const resumeAffordable = (ctx: { db: UserDb }): Promise<JobId[]> =>
  ctx.db.tx(store.resumeOwnAffordable, { single: true });

/**
 * Does the work of `resumeAffordable` for all users. A maintenance task: money also becomes free when calls cost less than
 * was held for them, and a top-up may be booked after a job is refused but before it is paused.
 */
export const sweepWaits = (database: Database): Promise<JobId[]> =>
  database.asSystem(store.resumeAllAffordable, { single: true });
