import { AppError, newId, type Tx } from "#platform";
import * as store from "./holds.store.ts";
import { assertAmount } from "./money.ts";
import type { HoldId } from "./scope.ts";
import type { HoldInput, HoldOutcome } from "./terms.ts";

/**
 * Sets money aside for one attempt of a call, in a transaction of its own, before the call. End it exactly once: settle,
 * release or lose it; the sweeper books as lost what is forgotten. The same attempt with the same data is the same hold.
 * An earlier attempt of the call that is still held is booked as lost: whoever makes a new attempt has the call now.
 */
export const hold = (db: Tx, input: HoldInput): Promise<HoldOutcome> => store.insertHold(db, toNewHold(input));

/** The same for a statement that also takes a rate: the arguments of `authorize_call`. */
export const holdArguments = (input: HoldInput) => store.toHoldArguments(toNewHold(input));

function toNewHold(input: HoldInput) {
  const estimate = input.estimate ?? input.amount;
  assertAmount(input.amount, "A hold");
  assertAmount(estimate, "The estimate of a hold");
  if (estimate > input.amount) {
    throw new AppError(
      "invalid_input",
      `The estimate ${estimate} of call ${input.callKey} is above its hold of ${input.amount}.`,
    );
  }
  return { ...input, id: newId<HoldId>(), estimate };
}

/** A call that is no job says that it goes on. False: the hold has ended, and its money is no longer set aside. */
export const renewHold = (db: Tx, input: { holdId: HoldId; leaseMs: number }): Promise<boolean> =>
  store.renewHold(db, input);
