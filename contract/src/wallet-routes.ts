import { z } from "zod";
import { ExchangeId, JobId, ProjectId, SessionId } from "./ids.ts";
import {
  Budget,
  Discrepancy,
  PaymentWait,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
  Wallet,
} from "./money.ts";
import { jobParams, sessionParams } from "./params.ts";
import { Job } from "./resources.ts";
import { listOf, type Route } from "./route.ts";
import { Amount } from "./values.ts";

/** Only what is for none in particular. */
const none = z.literal("none");
/** There is no year 0, and the database knows none. */
const Time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((time) => !time.startsWith("0000"), { error: "must be in the year 1 or later" });

/** Which transactions a statement is of: from a moment on, before a moment, and for what. */
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
  /** The same key with the same amount and note is the same top-up, however often it is sent. */
  key: z.string().trim().min(1).max(200),
  note: z.string().max(1000).optional(),
  /** Accounts are kept in USD; anything else is refused. */
  currency: z.string().max(40).optional(),
});

export const walletRoutes = {
  getWallet: {
    method: "get",
    path: "/api/wallet",
    about: "What you have, what is set aside for calls under way, and what is free.",
    response: Wallet,
  },
  topUpWallet: {
    method: "post",
    path: "/api/wallet/top-ups",
    about: "Adds money, and lets the jobs go on that waited for it. The same key twice is the same top-up.",
    body: TopUp,
    response: z.object({ wallet: Wallet, resumed: z.array(JobId) }),
  },
  getStatement: {
    method: "get",
    path: "/api/wallet/statement",
    about: "What your money went to, group by group and in all. As CSV, line by line: `/api/wallet/statement.csv`.",
    query: StatementQuery.extend({
      by: StatementGrouping.default("session"),
      limit,
      /** The page after this one: what `next` said. */
      after: z.string().optional(),
    }),
    response: z.object({ groups: z.array(StatementGroup), total: StatementSums, next: z.string().nullable() }),
  },
  listStatementLines: {
    method: "get",
    path: "/api/wallet/lines",
    about: "The transactions behind an amount, newest first; top-ups, too, unless something is filtered by.",
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
    about: "Your paused jobs that wait for funds or for an approval, the oldest first; of one session, or of all.",
    query: z.object({ session: SessionId.optional() }),
    response: listOf(PaymentWait),
  },
  auditWallet: {
    method: "get",
    path: "/api/wallet/audit",
    about: "Compares what the books keep with what follows from their entries; no discrepancy is the only good answer.",
    response: z.object({ ok: z.boolean(), discrepancies: z.array(Discrepancy) }),
  },
  approveJob: {
    method: "post",
    path: "/api/jobs/{jobId}/approve",
    about: "Gives leave to spend on the job's chain: what it waits for, or another amount. It then goes on.",
    params: jobParams,
    body: z.strictObject({ amount: Amount.optional() }),
    response: Job,
  },
  getBudget: {
    method: "get",
    path: "/api/sessions/{sessionId}/budget",
    about: "What the session may cost and has cost; null when nothing caps it.",
    params: sessionParams,
    response: z.object({ budget: Budget.nullable() }),
  },
  changeBudget: {
    method: "post",
    path: "/api/sessions/{sessionId}/budget",
    about: "Caps what the session may cost, or lifts the cap (null), and lets the jobs go on that have room now.",
    params: sessionParams,
    body: z.strictObject({ cap: Amount.nullable() }),
    response: z.object({ budget: Budget.nullable(), resumed: z.array(JobId) }),
  },
} as const satisfies Record<string, Route>;
