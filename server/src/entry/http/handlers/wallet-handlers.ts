import { getJob } from "#jobs";
import { changeSessionBudget, getSessionBudget, readSpending } from "#sessions";
import {
  approveWait,
  auditWallets,
  getBalance,
  listWaits,
  statementLines,
  toDiscrepancy,
  toLine,
  topUp,
  toWait,
  toWallet,
} from "#wallet";
import { type Handlers, items } from "./handler.ts";
import { toFilter } from "./statement-filter.ts";

/** The handlers of the wallet routes. Amounts are strings of digits. */
export const walletHandlers = {
  getWallet: async (ctx) => toWallet(await getBalance(ctx)),
  async topUpWallet(ctx, { amount, ...input }) {
    const { balance, resumed } = await topUp(ctx, { ...input, amount: BigInt(amount) });
    return { wallet: toWallet(balance), resumed };
  },
  getStatement: (ctx, { by, limit, after, ...query }) =>
    readSpending(ctx, { groupBy: by, filter: toFilter(query), limit, after }),
  async listStatementLines(ctx, { limit, before, ...query }) {
    const page = await statementLines(ctx, {
      filter: toFilter(query),
      limit,
      ...(before !== undefined && { before: BigInt(before) }),
    });
    return { items: page.lines.map(toLine), next: page.next === null ? null : String(page.next) };
  },
  listPaymentWaits: items(async (ctx, input) => (await listWaits(ctx, input)).map(toWait)),
  async auditWallet(ctx) {
    const discrepancies = (await ctx.db.tx(auditWallets)).map(toDiscrepancy);
    return { ok: discrepancies.length === 0, discrepancies };
  },
  async approveJob(ctx, { jobId, amount }) {
    await approveWait(ctx, { jobId, amount: amount === undefined ? undefined : BigInt(amount) });
    return ctx.db.tx((db) => getJob(db, jobId));
  },
  getBudget: getSessionBudget,
  changeBudget: changeSessionBudget,
} satisfies Partial<Handlers>;
