import { AppError, type BeforeCommit, type Database, newId, type Tx } from "#platform";
import { assertAmount } from "../money.ts";
import type { HoldEnd, HoldId, HoldInput, HoldOutcome, Settlement } from "../wallet-types.ts";
import type { Settling } from "./holds.store.ts";
import * as store from "./holds.store.ts";

/**
 * Reserves money for one attempt of a call, in a separate transaction before the call. The caller settles, releases or loses
 * it exactly once; `sweepHolds` books an abandoned hold as lost. If the request is repeated for the same attempt with the
 * same data, the same hold is returned. An open hold of an earlier attempt is booked as lost, because the newer attempt
 * makes the call now.
 */
export const hold = (db: Tx, input: HoldInput): Promise<HoldOutcome> => store.insertHold(db, toNewHold(input));

/**
 * The arguments of `authorize_call`, which holds the money and counts the call against the rate limits, in one statement.
 */
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

/**
 * Renews the hold of a call that belongs to no job. Returns false if the hold has ended: its money is no longer
 * reserved.
 */
export const renewHold = (db: Tx, input: { holdId: HoldId; leaseMs: number }): Promise<boolean> =>
  store.renewHold(db, input);

/**
 * Charges what a call cost and frees the rest of its hold, in the transaction that saves the answer.
 * Settling again with the same data changes nothing. Settling with other data is a `conflict`, and so is settling when
 * another attempt of the call was charged. A hold that was booked as lost is recovered: the loss is reversed and the
 * call is charged. What the wallet and the budgets no longer cover is overrun.
 */
export async function settle(db: Tx, input: Settling): Promise<Settlement> {
  assertAmount(input.actual, "The cost of a call");
  return store.settleHold(db, input);
}

/**
 * Like `settle`, but as the last statement of a transaction, so that the wallet is locked only during the commit. A
 * call that cost nothing releases its hold.
 */
export function settling(db: Tx, input: Settling): ReturnType<BeforeCommit>[number] {
  if (input.actual === 0n) return store.releasing(input.holdId).compile(db);
  assertAmount(input.actual, "The cost of a call");
  return store.settlement(input).compile(db);
}

/** Releases a hold whose call cost nothing. An ended hold keeps its state. Returns the state. */
export const release = (db: Tx, holdId: HoldId): Promise<HoldEnd> => store.releaseHold(db, holdId);

/**
 * Books the estimated cost of a call whose answer will never come although the provider will bill it. The amount moves
 * from the wallet to the loss account and counts against the budgets. An ended hold keeps its state. Returns the state.
 */
export async function loseHold(db: Tx, input: { holdId: HoldId; estimate?: bigint }): Promise<HoldEnd> {
  if (input.estimate !== undefined) assertAmount(input.estimate, "The estimate of a lost call");
  return store.loseHold(db, input);
}

/** Like `loseHold`, but as the last statement of a transaction, for an answer that arrived and cannot be saved. */
export function losing(db: Tx, { holdId, cost }: { holdId: HoldId; cost: bigint }): ReturnType<BeforeCommit>[number] {
  return (cost === 0n ? store.releasing(holdId) : store.loss({ holdId, estimate: cost })).compile(db);
}

/**
 * Books every hold whose lease has expired as lost, at its estimated cost, for all users: the call was made and will be billed,
 * and the worker that knew its cost is dead. Returns the number of holds. A maintenance task.
 */
export async function sweepHolds(database: Database): Promise<number> {
  let swept = 0;
  for (;;) {
    const more = await store.sweepHolds(database, 100);
    if (more === 0) return swept;
    swept += more;
  }
}
