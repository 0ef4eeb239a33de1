import type { JobId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { assertAmount } from "./money.ts";
import type { HoldOutcome } from "./terms.ts";
import { selectOutlay } from "./waits.store.ts";

export type OutlayRefusal = Extract<HoldOutcome, { reason: "insufficient-funds" | "approval-needed" }>;

/**
 * Whether a wallet could bear an outlay, before anything is done for it. Nothing is held. A job that cannot go on is
 * noted as waiting for funds, or for leave to spend `upTo`; it pauses by its own outcome. Undefined: nothing in the way.
 */
export async function checkOutlay(
  ctx: { db: UserDb },
  input: { jobId: JobId | null; chainId: JobId | null; amount: bigint; share: number; upTo: bigint },
): Promise<OutlayRefusal | undefined> {
  assertAmount(input.amount, "An outlay");
  const found = await ctx.db.tx((db) => selectOutlay(db, input));
  if (!found) return undefined;
  return found.reason === "approval"
    ? { ok: false, reason: "approval-needed" }
    : { ok: false, reason: "insufficient-funds", shortBy: found.shortBy ?? 0n };
}
