import { sql } from "kysely";
import { AppError, singleRow, type Tx } from "#platform";
import type { BudgetSubject, TopUp } from "../wallet-types.ts";

export type Balance = { balance: bigint; held: bigint; free: bigint };
export type Budget = { cap: bigint; spent: bigint; held: bigint; free: bigint };

export async function selectBalance(db: Tx): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select balance, held, balance - held as free
    from wallet_accounts
    where owner_id = acting_user() and kind = 'wallet'`.execute(db);
  const [balance] = rows;
  if (!balance) throw new AppError("not_found", "There is no wallet: the acting user is unknown.");
  return balance;
}

export async function insertTopUp(db: Tx, { key, amount, note }: TopUp): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select top_up(${key}, ${amount}, ${note ?? ""}) as id`.execute(db);
  return singleRow(rows).id;
}

export async function insertRefund(
  db: Tx,
  { key, of, reason }: { key: string; of: string; reason: string },
): Promise<{ transactionId: bigint; refunded: bigint }> {
  const { rows } = await sql<{ transactionId: bigint; refunded: bigint }>`
    select transaction_id as "transactionId", refunded
    from refund_call(${key}, ${of}, ${reason})`.execute(db);
  return singleRow(rows);
}

export async function upsertBudget(db: Tx, { subject, cap }: { subject: BudgetSubject; cap: bigint }): Promise<Budget> {
  const { rows } = await sql<Budget>`
    select cap, spent, held, cap - spent - held as free
    from set_budget(${subject.kind}, ${subject.id}, ${cap})`.execute(db);
  return singleRow(rows);
}

export const deleteBudget = (db: Tx, subject: BudgetSubject) =>
  sql`select from set_budget(${subject.kind}, ${subject.id}, null)`.execute(db);

export async function selectBudget(db: Tx, subject: BudgetSubject): Promise<Budget | null> {
  const { rows } = await sql<Budget>`
    select cap, spent, held, cap - spent - held as free
    from wallet_budgets
    where owner_id = acting_user() and subject_id = ${subject.id} and kind = ${subject.kind}`.execute(db);
  return rows[0] ?? null;
}

/** A derived sum that differs from the sum of its entries or hold events. */
export type Discrepancy = { ownerId: string; what: string; subject: string; kept: bigint; rebuilt: bigint };

export async function selectDiscrepancies(db: Tx): Promise<Discrepancy[]> {
  const { rows } = await sql<Omit<Discrepancy, "kept" | "rebuilt"> & { kept: string; rebuilt: string }>`
    select owner_id as "ownerId", what, subject, kept, rebuilt
    from audit_wallets()
    where kept <> rebuilt`.execute(db);
  return rows.map((row) => ({ ...row, kept: BigInt(row.kept), rebuilt: BigInt(row.rebuilt) }));
}

export async function updateDerived(db: Tx): Promise<number> {
  const { rows } = await sql<{ mended: number }>`select rebuild_balances() as mended`.execute(db);
  return singleRow(rows).mended;
}
