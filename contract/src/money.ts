import { z } from "zod";
import { ExchangeId, JobId, ProjectId, SessionId } from "./ids.ts";
import { Moment, Money } from "./values.ts";

/** What a user has, what of it is set aside for calls under way, and what is free. */
export const Wallet = z.object({ balance: Money, held: Money, free: Money });
export type Wallet = z.infer<typeof Wallet>;

/** A cap on what something may cost. Always: spent + held <= cap. */
export const Budget = z.object({ cap: Money, spent: Money, held: Money, free: Money });
export type Budget = z.infer<typeof Budget>;

/** A job that rests because money or leave is missing, and what its next step needs; the limit is null where it is leave. */
export const PaymentWait = z.object({
  jobId: JobId,
  reason: z.enum(["funds", "approval"]),
  amount: Money,
  /** What is narrowest for it, the wallet or its budget, and how much is missing there now: with 0 it goes on by itself. */
  limit: z.enum(["wallet", "budget"]).nullable(),
  shortBy: Money.nullable(),
  since: Moment,
  label: z.string(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  model: z.string().nullable(),
});
export type PaymentWait = z.infer<typeof PaymentWait>;

/** By what a statement can be read. A document is named by the first job of the chain that wrote it. */
export const StatementGrouping = z.enum(["project", "session", "stage", "document", "exchange", "model"]);
export type StatementGrouping = z.infer<typeof StatementGrouping>;

export const StatementSums = z.object({
  /** Calls that were charged or lost. */
  calls: z.int(),
  /** What left the wallet, refunds taken off. Of this: `lost` for lost answers, `estimated` without reported usage. */
  paid: Money,
  lost: Money,
  estimated: Money,
  refunded: Money,
  /** What was used above what had been held: not paid by the wallet. */
  overrun: Money,
});
export type StatementSums = z.infer<typeof StatementSums>;

export const StatementGroup = StatementSums.extend({
  /** What to filter lines by to see the entries behind the sums; null (in a filter: `none`): for none in particular. */
  key: z.string().nullable(),
  /** Its name for people, as far as it still has one. */
  label: z.string().nullable(),
});
export type StatementGroup = z.infer<typeof StatementGroup>;

/** One transaction: what it was for, what it did to the wallet, and its entries, which sum to zero. */
export const StatementLine = z.object({
  id: z.string(),
  at: Moment,
  kind: z.enum(["top-up", "charge", "loss", "refund", "recovery"]),
  amount: Money,
  memo: z.string(),
  estimated: z.boolean(),
  /** The transaction this one takes back. */
  reverses: z.string().nullable(),
  callKey: z.string().nullable(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  /** The document it was for, as in `StatementGrouping`. */
  chainId: JobId.nullable(),
  exchangeId: ExchangeId.nullable(),
  model: z.string().nullable(),
  entries: z.array(z.object({ account: z.enum(["wallet", "funding", "spent", "loss", "overrun"]), amount: Money })),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** What the books keep that does not follow from their entries. */
export const Discrepancy = z.object({ what: z.string(), subject: z.string(), kept: Money, rebuilt: Money });
export type Discrepancy = z.infer<typeof Discrepancy>;
