import type { Tx } from "#platform";
import * as store from "./holds.store.ts";
import { assertAmount } from "./money.ts";
import type { HoldId } from "./scope.ts";
import type { Settlement } from "./terms.ts";

/**
 * Charges what a call cost and frees the rest of its hold, in the transaction that saves the answer: both or neither.
 * Settling again with the same data changes nothing; with other data, or when another attempt of the call is charged
 * already, it is a `conflict`. A hold that was given up as lost is recovered: the loss is taken back and the call
 * charged, as far as the wallet and the budgets reach by now, the rest as overrun.
 */
export async function settle(
  db: Tx,
  input: { holdId: HoldId; actual: bigint; estimated: boolean; memo?: string },
): Promise<Settlement> {
  assertAmount(input.actual, "The cost of a call");
  return store.settleHold(db, input);
}
