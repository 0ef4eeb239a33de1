import type { ExchangeId, JobId, ProjectId, SessionId, StatementGrouping } from "@dialectic/contract";

export type { StatementGrouping };

/** Selects the entries with these values; null selects the entries without a value. */
export type StatementFilter = {
  project?: ProjectId | null | undefined;
  session?: SessionId | null | undefined;
  stage?: string | null | undefined;
  document?: JobId | null | undefined;
  exchange?: ExchangeId | null | undefined;
  model?: string | null | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

export type StatementSums = {
  /** The number of calls that were charged or lost. */
  calls: number;
  /**
   * The amount that left the wallet, net of refunds. `lost` is the part for lost answers, and `estimated` the part for
   * calls without reported usage.
   */
  paid: bigint;
  lost: bigint;
  estimated: bigint;
  refunded: bigint;
  /** The cost of usage above the hold; the wallet does not pay it. */
  overrun: bigint;
};

export type StatementGroup = StatementSums & { key: string | null };

/** One transaction: its purpose and its entries. */
export type StatementLine = {
  id: bigint;
  at: Date;
  kind: "top-up" | "charge" | "loss" | "refund" | "recovery";
  memo: string;
  estimated: boolean;
  /** The transaction that this one reverses. */
  reverses: bigint | null;
  callKey: string | null;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  stage: string | null;
  chainId: JobId | null;
  exchangeId: ExchangeId | null;
  model: string | null;
  entries: { account: "wallet" | "funding" | "spent" | "loss" | "overrun"; amount: bigint }[];
};
