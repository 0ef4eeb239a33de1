/**
 * The wallet: what a user has, what is set aside for calls under way, and what every call cost. Double entry, in whole
 * millionths of a dollar. It knows amounts, accounts, holds and scopes; models and prices are none of its business.
 *
 * Words. *Account*: wallet (what the user has), funding (where top-ups come from), spent and loss (what providers got for
 * answers that were saved and lost), overrun (what pays for usage above a hold). *Transaction*: entries that sum to zero;
 * charge, loss, refund, recovery or top-up. *Hold*: money set aside for one *attempt* of a *call*; it ends exactly once:
 * settled, released or lost. *Free*: balance less held. *Budget*: a cap on what a session or an exchange may cost.
 * *Approval*: a person's leave to spend up to an amount on a chain of jobs. *Wait*: a paused job and what it needs.
 *
 * Tables: accounts, ledger_transactions, entries, holds, hold_events, budgets, approvals, payment_waits. The rules live in
 * `schema.sql`, whose functions are the only writers: hold and settle are one round trip each.
 *
 * A call: `hold` in a fenced transaction, call, then `settle` in the transaction that saves the answer (`settling`, in
 * the outcome's `beforeCommit`). An error that cost nothing: `release`. An answer that cannot come any more: `loseHold`. Workers call
 * `sweepHolds` and `sweepWaits` now and then.
 *
 * Always true: balance = sum of entries, and all entries sum to zero; held <= balance, so no wallet is ever negative; a
 * budget's spent + held <= cap; entries, transactions and hold events never change, whoever types the SQL; one charge
 * stands per call; a job's hold becomes lost only when nobody can settle it any more, because its fence is over.
 * Locks: jobs first, then the owner's wallet row, one transaction at a time.
 */
export { approve, approveWait, askApproval, isApproved, listWaits } from "./approve.ts";
export { auditWallets, rebuildBalances } from "./audit-wallets.ts";
export { checkOutlay, type OutlayRefusal } from "./check-outlay.ts";
export { getBalance } from "./get-balance.ts";
export { hold, holdArguments, renewHold } from "./hold.ts";
export { type HeldRow, heldColumns, toHoldOutcome } from "./holds.store.ts";
export type { Balance, Budget, Discrepancy } from "./ledger.store.ts";
export { refund } from "./refund.ts";
export { loseHold, release } from "./release.ts";
export { sweepWaits } from "./resume-affordable.ts";
export type { BudgetSubject, CallScope, ExchangeId, HoldId } from "./scope.ts";
export { moneyOfSessions, type SessionMoney } from "./session-money.ts";
export { changeBudget, getBudget, setBudget } from "./set-budget.ts";
export { settle, settling } from "./settle.ts";
export { statement, statementLines } from "./statement.ts";
export { statementCsv } from "./statement-csv.ts";
export type {
  StatementFilter,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
} from "./statement-terms.ts";
export { sweepHolds } from "./sweep-holds.ts";
export type { HoldEnd, HoldInput, HoldLease, HoldOutcome, Settlement, TopUp } from "./terms.ts";
export { toBudget, toDiscrepancy, toLine, toSums, toWait, toWallet } from "./to-contract.ts";
export { topUp } from "./top-up.ts";
export type { PaymentWait } from "./waits.store.ts";
