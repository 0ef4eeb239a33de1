import type * as contract from "@dialectic/contract";
import type { Balance, Budget, Discrepancy } from "./accounts/accounts.store.ts";
import type { PaymentWait } from "./holds/waits.store.ts";
import type { StatementLine, StatementSums } from "./statement/statement-types.ts";

/*
 * Wallet data in the form of the API: amounts and transaction ids as strings of digits, because JSON numbers lose precision
 * above 2^53.
 */

export const toWallet = ({ balance, held, free }: Balance): contract.Wallet => ({
  balance: String(balance),
  held: String(held),
  free: String(free),
});

export const toBudget = (budget: Budget | null): contract.Budget | null =>
  budget && {
    cap: String(budget.cap),
    spent: String(budget.spent),
    held: String(budget.held),
    free: String(budget.free),
  };

export const toWait = (wait: PaymentWait): contract.PaymentWait => ({
  ...wait,
  amount: String(wait.amount),
  shortBy: wait.shortBy === null ? null : String(wait.shortBy),
  since: wait.since.toISOString(),
});

export const toSums = (sums: StatementSums): contract.StatementSums => ({
  calls: sums.calls,
  paid: String(sums.paid),
  lost: String(sums.lost),
  estimated: String(sums.estimated),
  refunded: String(sums.refunded),
  overrun: String(sums.overrun),
});

export function toLine(line: StatementLine): contract.StatementLine {
  const ofWallet = line.entries.find((entry) => entry.account === "wallet");
  return {
    ...line,
    id: String(line.id),
    at: line.at.toISOString(),
    amount: String(ofWallet?.amount ?? 0n),
    reverses: line.reverses === null ? null : String(line.reverses),
    entries: line.entries.map(({ account, amount }) => ({ account, amount: String(amount) })),
  };
}

export const toDiscrepancy = ({ what, subject, kept, rebuilt }: Discrepancy): contract.Discrepancy => ({
  what,
  subject,
  kept: String(kept),
  rebuilt: String(rebuilt),
});
