import { AppError, type Tx } from "#platform";
import { insertRefund } from "./ledger.store.ts";

/**
 * Gives back what stands charged for a call, naming the charge: for an answer that was paid for and could not be kept.
 * The same key with the same data is the same refund; a charge is refunded once. The call may be charged again after it.
 */
export async function refund(
  db: Tx,
  input: { key: string; of: string; reason: string },
): Promise<{ transactionId: bigint; refunded: bigint }> {
  if (input.reason.trim() === "") throw new AppError("invalid_input", "A refund says why.");
  return insertRefund(db, input);
}
