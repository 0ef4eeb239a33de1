import type { BeforeCommit, Tx } from "#platform";
import type { Settling } from "./holds.store.ts";
import * as store from "./holds.store.ts";
import { assertAmount } from "./money.ts";
import type { Settlement } from "./terms.ts";

/**
 * Charges what a call cost and frees the rest of its hold, in the transaction that saves the answer: both or neither.
 * Settling again with the same data changes nothing; with other data, or when another attempt of the call is charged
 * already, it is a `conflict`. A hold that was given up as lost is recovered: the loss is taken back and the call
 * charged, as far as the wallet and the budgets reach by now, the rest as overrun.
 */
export async function settle(db: Tx, input: Settling): Promise<Settlement> {
  assertAmount(input.actual, "The cost of a call");
  return store.settleHold(db, input);
}

/**
 * The same as a statement to close a transaction with: the wallet is locked for no longer than the commit takes. A call
 * that turned out to cost nothing frees its hold.
 */
export function settling(db: Tx, input: Settling): ReturnType<BeforeCommit>[number] {
  if (input.actual === 0n) return store.releasing(input.holdId).compile(db);
  assertAmount(input.actual, "The cost of a call");
  return store.settlement(input).compile(db);
}
