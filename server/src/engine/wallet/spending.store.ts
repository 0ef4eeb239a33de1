import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Budget } from "./ledger.store.ts";

type StageSpending = { sessionId: SessionId; stage: string | null; spent: bigint };

/** What each stage of these sessions has cost the wallet, refunds taken off. */
export async function selectSpending(db: Tx, sessionIds: readonly SessionId[]): Promise<StageSpending[]> {
  const { rows } = await sql<Omit<StageSpending, "spent"> & { spent: string }>`
    select t.session_id as "sessionId", t.stage, (-sum(e.amount))::text as spent
    from ledger_transactions t
    join entries e on e.transaction_id = t.id and e.account = 'wallet'
    where t.session_id = any (${[...sessionIds]}::uuid[]) and t.owner_id = acting_user()
    group by t.session_id, t.stage`.execute(db);
  return rows.map((row) => ({ ...row, spent: BigInt(row.spent) }));
}

export async function selectSessionBudgets(
  db: Tx,
  sessionIds: readonly SessionId[],
): Promise<(Budget & { sessionId: SessionId })[]> {
  const { rows } = await sql<Budget & { sessionId: SessionId }>`
    select subject_id as "sessionId", cap, spent, held, cap - spent - held as free
    from budgets
    where owner_id = acting_user() and kind = 'session' and subject_id = any (${[...sessionIds]}::uuid[])`.execute(db);
  return rows;
}
