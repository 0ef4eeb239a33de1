import type { JobId } from "@dialectic/contract";
import type { BudgetSubject, CallScope, HoldId } from "./scope.ts";

/** How long a hold lives: as long as a job is held under this fence, or as long as it is renewed. */
export type HoldLease = { jobId: JobId; fence: bigint } | { leaseMs: number };

export type HoldInput = {
  /** The call, the same at every attempt: one charge stands per call. */
  callKey: string;
  /** Which attempt of it, never used before: the fence, and a count when one turn tries several times. */
  attempt: string;
  /** The worst case: nothing above it can be taken from the wallet. */
  amount: bigint;
  /** What to book if the answer is lost and nobody says what it cost; the whole amount when left out. */
  estimate?: bigint;
  lease: HoldLease;
  scope: CallScope;
  /** Ask for leave first when the amount is above this share of the wallet, in percent; `upTo` is what is asked for. */
  approval?: { share: number; upTo: bigint };
};

export type HoldOutcome =
  | { ok: true; holdId: HoldId }
  | { ok: false; reason: "insufficient-funds"; shortBy: bigint }
  | { ok: false; reason: "over-budget"; budget: BudgetSubject; shortBy: bigint }
  | { ok: false; reason: "approval-needed" };

/** How a hold ended. */
export type HoldEnd = "settled" | "released" | "lost";

export type Settlement = {
  transactionId: bigint;
  /** What the wallet paid: never more than was set aside. */
  charged: bigint;
  /** What the call cost above that, booked to the overrun account. */
  overrun: bigint;
};

export type TopUp = {
  amount: bigint;
  /** The same key with the same amount and note is the same top-up; with others it is a `conflict`. */
  key: string;
  note?: string | undefined;
  /** Accounts are kept in dollars; anything else is refused. */
  currency?: string | undefined;
};
