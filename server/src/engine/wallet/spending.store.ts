import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Budget } from "./accounts/accounts.store.ts";

/** The cost of one stage of a session to the wallet, net of refunds, and the session's budget. */
type SpendingRow = { sessionId: SessionId; budget: Budget | null; stage: string | null; spent: bigint };

type Row = Omit<SpendingRow, "budget" | "spent"> & { [Key in keyof Budget]: Budget[Key] | null } & {
  stageSpent: string | null;
};

/** One row per session and stage that has costs; a session without costs has a single row. Takes one round trip. */
export async function selectSpending(db: Tx, sessionIds: readonly SessionId[]): Promise<SpendingRow[]> {
  const { rows } = await sql<Row>`
    select wanted.id as "sessionId", b.cap, b.spent, b.held, b.cap - b.spent - b.held as free,
      by_stage.stage, by_stage.spent::text as "stageSpent"
    from unnest(${[...sessionIds]}::uuid[]) wanted (id)
    left join wallet_budgets b on b.owner_id = acting_user() and b.subject_id = wanted.id and b.kind = 'session'
    left join lateral (
      select t.stage, -sum(e.amount) as spent
      from wallet_transactions t
      join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'
      where t.session_id = wanted.id and t.owner_id = acting_user()
      group by t.stage) by_stage on true`.execute(db);
  return rows.map(({ sessionId, stage, stageSpent, cap, spent, held, free }) => ({
    sessionId,
    stage,
    spent: BigInt(stageSpent ?? 0),
    budget: cap === null || spent === null || held === null || free === null ? null : { cap, spent, held, free },
  }));
}
