import type { ExchangeId, JobId, ProjectId, SessionId } from "@dialectic/contract";
import type { $brand } from "zod";

export type { ExchangeId };
export type HoldId = string & $brand<"HoldId">;

/**
 * The purpose of a call. The ids are labels that may outlive their rows: records of money are kept when a project or session
 * is deleted. Budgets of the session and the exchange apply.
 */
export type CallScope = {
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  /** The first job of the chain that writes a document: a document costs what its chain costs. */
  chainId?: JobId | null;
  exchangeId?: ExchangeId | null;
  model?: string | null;
};

export type BudgetSubject = { kind: "session"; id: SessionId } | { kind: "exchange"; id: ExchangeId };

/** A hold is valid as long as the job is leased under this fence, or as long as the caller renews it. */
export type HoldLease = { jobId: JobId; fence: bigint } | { leaseMs: number };

export type HoldInput = {
  /** The key of the call, the same for every attempt: a call is charged once. */
  callKey: string;
  /** A unique id of this attempt: the fence, and a count if one attempt of the job makes several calls. */
  attempt: string;
  /** The worst case: the wallet never pays more. */
  amount: bigint;
  /** The amount to book if the answer is lost and its cost never becomes known; by default the whole hold. */
  estimate?: bigint;
  lease: HoldLease;
  scope: CallScope;
  /**
   * The call needs approval if it may take more than this share (in percent) of the wallet; `upTo` is the amount to
   * approve.
   */
  approval?: { share: number; upTo: bigint };
};

export type HoldOutcome =
  | { ok: true; holdId: HoldId }
  | { ok: false; reason: "insufficient-funds"; shortBy: bigint }
  | { ok: false; reason: "over-budget"; budget: BudgetSubject; shortBy: bigint }
  | { ok: false; reason: "approval-needed" };

export type HoldEnd = "settled" | "released" | "lost";

export type Settlement = {
  transactionId: bigint;
  /** The amount that the wallet paid: never more than was held. */
  charged: bigint;
  /** The amount by which the call's cost exceeded the charge, booked to the overrun account. */
  overrun: bigint;
};

export type TopUp = {
  amount: bigint;
  /**
   * A repeated key with the same amount and note means the same top-up; with a different amount or note, it is a `conflict`.
   */
  key: string;
  note?: string | undefined;
  /** Accounts are kept in dollars; any other currency is refused. */
  currency?: string | undefined;
};
