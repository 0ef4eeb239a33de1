import { z } from "zod";
import { ExchangeId, JobId, ProjectId, SessionId } from "./ids.ts";
import { Job } from "./jobs.ts";
import { jobParams, sessionParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Amount, Moment, Money } from "./values.ts";

/** The balance of a user, the amount held for calls in progress, and the available amount. */
export const Wallet = z.object({ balance: Money, held: Money, free: Money });
export type Wallet = z.infer<typeof Wallet>;

/** A spending cap. Invariant: spent + held <= cap. */
export const Budget = z.object({ cap: Money, spent: Money, held: Money, free: Money });
export type Budget = z.infer<typeof Budget>;

/** A job that is paused for money or approval, and the amount that its next call needs. */
export const PaymentWait = z.object({
  jobId: JobId,
  reason: z.enum(["funds", "approval"]),
  amount: Money,
  /** The wallet or the budget: the one with less left for this job. Null if the job waits for approval. */
  limit: z.enum(["wallet", "budget"]).nullable(),
  /** The missing amount. If it is 0, the job continues automatically. Null if the job waits for approval. */
  shortBy: Money.nullable(),
  since: Moment,
  label: z.string(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  model: z.string().nullable(),
});
export type PaymentWait = z.infer<typeof PaymentWait>;

/** The groupings of a statement. A document is identified by the first job of the chain that wrote it. */
export const StatementGrouping = z.enum(["project", "session", "stage", "document", "exchange", "model"]);
export type StatementGrouping = z.infer<typeof StatementGrouping>;

export const StatementSums = z.object({
  /** The number of calls that were charged or lost. */
  calls: z.int(),
  /** The amount charged minus refunds. It includes `lost` (lost answers) and `estimated` (calls without reported usage). */
  paid: Money,
  lost: Money,
  estimated: Money,
  refunded: Money,
  /** The cost of usage above the held amount; it is not charged to the wallet. */
  overrun: Money,
});
export type StatementSums = z.infer<typeof StatementSums>;

export const StatementGroup = StatementSums.extend({
  /**
   * The filter value that selects the entries of this group. It is null for the group of entries without a value; the
   * filter value `none` selects these entries.
   */
  key: z.string().nullable(),
  /** The display name of the subject, if it still exists. */
  label: z.string().nullable(),
});
export type StatementGroup = z.infer<typeof StatementGroup>;

/** One transaction: its purpose, its effect on the wallet, and its entries, which sum to zero. */
export const StatementLine = z.object({
  id: z.string(),
  at: Moment,
  kind: z.enum(["top-up", "charge", "loss", "refund", "recovery"]),
  amount: Money,
  memo: z.string(),
  estimated: z.boolean(),
  /** The transaction that this one reverses. */
  reverses: z.string().nullable(),
  callKey: z.string().nullable(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  /** The document that the transaction paid for, identified as in `StatementGrouping`. */
  chainId: JobId.nullable(),
  exchangeId: ExchangeId.nullable(),
  model: z.string().nullable(),
  entries: z.array(z.object({ account: z.enum(["wallet", "funding", "spent", "loss", "overrun"]), amount: Money })),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** A recorded balance that differs from the sum of its entries. */
export const Discrepancy = z.object({ what: z.string(), subject: z.string(), kept: Money, rebuilt: Money });
export type Discrepancy = z.infer<typeof Discrepancy>;

/** The filter value that selects entries without a value. */
const none = z.literal("none");
/** PostgreSQL has no year 0. */
const Time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((time) => !time.startsWith("0000"), { error: "must be in the year 1 or later" });

/** Selects the transactions of a statement by time (`from` inclusive, `until` exclusive) and purpose. */
export const StatementQuery = z.object({
  project: z.union([none, ProjectId]).optional(),
  session: z.union([none, SessionId]).optional(),
  stage: z.string().optional(),
  document: z.union([none, JobId]).optional(),
  exchange: z.union([none, ExchangeId]).optional(),
  model: z.string().optional(),
  from: Time.optional(),
  until: Time.optional(),
});
export type StatementQuery = z.output<typeof StatementQuery>;

const limit = z.coerce.number().int().min(1).max(500).default(100);

export const TopUp = z.strictObject({
  amount: Amount,
  /** Repeating a key with the same amount and note creates no second top-up. */
  key: z.string().trim().min(1).max(200),
  note: z.string().max(1000).optional(),
  /** Accounts are in USD; other currencies are rejected. */
  currency: z.string().max(40).optional(),
});

export const walletRoutes = {
  getWallet: {
    method: "get",
    path: "/api/wallet",
    about: "The balance, the amount held for calls in progress, and the free amount.",
    response: Wallet,
  },
  topUpWallet: {
    method: "post",
    path: "/api/wallet/top-ups",
    about: "Adds money and resumes the jobs that were waiting for it. A repeated key adds nothing.",
    body: TopUp,
    response: z.object({ wallet: Wallet, resumed: z.array(JobId) }),
  },
  getStatement: {
    method: "get",
    path: "/api/wallet/statement",
    about: "Your spending by group and in total. `/api/wallet/statement.csv` returns the single lines as CSV.",
    query: StatementQuery.extend({
      by: StatementGrouping.default("session"),
      limit,
      /** The `next` of the previous page. */
      after: z.string().optional(),
    }),
    response: z.object({ groups: z.array(StatementGroup), total: StatementSums, next: z.string().nullable() }),
  },
  listStatementLines: {
    method: "get",
    path: "/api/wallet/lines",
    about: "The transactions that a statement sums up, newest first. Top-ups are included only if no filter is set.",
    query: StatementQuery.extend({
      limit,
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    response: listOf(StatementLine).extend({ next: z.string().nullable() }),
  },
  listPaymentWaits: {
    method: "get",
    path: "/api/wallet/waits",
    about: "Your paused jobs that wait for funds or an approval, oldest first, in one session or in all.",
    query: z.object({ session: SessionId.optional() }),
    response: listOf(PaymentWait),
  },
  auditWallet: {
    method: "get",
    path: "/api/wallet/audit",
    about: "Compares the recorded balances with the sums of their entries.",
    response: z.object({ ok: z.boolean(), discrepancies: z.array(Discrepancy) }),
  },
  approveJob: {
    method: "post",
    path: "/api/jobs/{jobId}/approve",
    about: "Approves spending for the job's chain: the requested amount or another one. The job then continues.",
    params: jobParams,
    body: z.strictObject({ amount: Amount.optional() }),
    response: Job,
  },
  getBudget: {
    method: "get",
    path: "/api/sessions/{sessionId}/budget",
    about: "The budget of the session; null if it has none.",
    params: sessionParams,
    response: z.object({ budget: Budget.nullable() }),
  },
  changeBudget: {
    method: "post",
    path: "/api/sessions/{sessionId}/budget",
    about: "Sets or removes (null) the budget of a session, and resumes the jobs that it now covers.",
    params: sessionParams,
    body: z.strictObject({ cap: Amount.nullable() }),
    response: z.object({ budget: Budget.nullable(), resumed: z.array(JobId) }),
  },
} as const satisfies Record<string, Route>;
