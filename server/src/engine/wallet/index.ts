/**
 * The wallet records what a user has, what is held for running calls, and what every call cost. It uses double entry, in
 * whole millionths of a dollar. It deals with amounts, accounts, holds and scopes, not with models or prices.
 *
 * Words:
 * - account: wallet (what the user has), funding (the source of top-ups), spent (paid for answers that were saved),
 *   loss (paid for answers that were lost), overrun (pays for usage above a hold)
 * - transaction: entries that sum to zero; a charge, loss, refund, recovery or top-up
 * - hold: money reserved for one *attempt* of a *call*; it ends exactly once: settled, released or lost
 * - free: balance less held
 * - budget: a cap on what a session or an exchange may cost
 * - approval: a person's permission to spend up to an amount on a chain of jobs
 * - wait: a paused job and what it needs
 *
 * Tables: wallet_accounts, wallet_transactions, wallet_entries, wallet_holds, wallet_hold_events, wallet_budgets,
 * wallet_approvals, wallet_payment_waits. Only the functions of `schema.sql` write them, so that a hold and a settlement
 * take one round trip each.
 *
 * The steps of a call:
 * - `hold` in a fenced transaction, then call the provider.
 * - Answered: `settle` in the transaction that saves the answer (`settling`, in the outcome's `beforeCommit`).
 * - Failed at no cost: `release`.
 * - The answer can no longer arrive: `loseHold`. The answer cannot be saved: `losing`.
 *
 * Maintenance runs `sweepHolds` and `sweepWaits`.
 *
 * Invariants:
 * - A balance is the sum of its entries, and all entries sum to zero.
 * - held <= balance, so no wallet is negative; a budget's spent + held <= cap.
 * - Entries, transactions and hold events never change, not even by hand-typed SQL.
 * - A call is charged once.
 * - `sweepHolds` books a job's hold as lost only when the job is no longer leased under the hold's fence. If the answer is
 *   saved after all, settling recovers the hold.
 * - Locks are taken on jobs first, then on the owner's wallet row, so that one transaction at a time changes an owner's
 *   money.
 */
export type { Balance, Budget, Discrepancy } from "./accounts/accounts.store.ts";
export { auditWallets, getBalance, rebuildBalances, refund, topUp } from "./accounts/accounts.ts";
export { changeBudget, getBudget, setBudget } from "./accounts/budgets.ts";
export { type HeldRow, heldColumns, toHoldOutcome } from "./holds/holds.store.ts";
export {
  hold,
  holdArguments,
  loseHold,
  losing,
  release,
  renewHold,
  settle,
  settling,
  sweepHolds,
} from "./holds/holds.ts";
export type { PaymentWait } from "./holds/waits.store.ts";
export {
  approve,
  approveWait,
  askApproval,
  checkOutlay,
  isApproved,
  listWaits,
  type OutlayRefusal,
  sweepWaits,
} from "./holds/waits.ts";
export { moneyOfSessions, type SessionMoney } from "./session-money.ts";
export { statement, statementLines } from "./statement/statement.ts";
export { statementCsv } from "./statement/statement-csv.ts";
export type {
  StatementFilter,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
} from "./statement/statement-types.ts";
export { toBudget, toDiscrepancy, toLine, toSums, toWait, toWallet } from "./to-contract.ts";
export type {
  BudgetSubject,
  CallScope,
  ExchangeId,
  HoldEnd,
  HoldId,
  HoldInput,
  HoldLease,
  HoldOutcome,
  Settlement,
  TopUp,
} from "./wallet-types.ts";
