import type { Tx } from "#platform";
import * as store from "./holds.store.ts";
import { assertAmount } from "./money.ts";
import type { HoldId } from "./scope.ts";
import type { HoldEnd } from "./terms.ts";

/** Frees a hold whose call cost nothing. One that has ended already stays as it ended; the answer says how. */
export const release = (db: Tx, holdId: HoldId): Promise<HoldEnd> => store.releaseHold(db, holdId);

/**
 * Books a call whose answer will never come, though the provider will bill it: by estimate, from the wallet to the loss
 * account, counted against the budgets. One that has ended already stays as it ended; the answer says how.
 */
export async function loseHold(db: Tx, input: { holdId: HoldId; estimate?: bigint }): Promise<HoldEnd> {
  if (input.estimate !== undefined) assertAmount(input.estimate, "The estimate of a lost call");
  return store.loseHold(db, input);
}
