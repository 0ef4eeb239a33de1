import type { SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import type { Budget } from "./accounts/accounts.store.ts";
import { selectSpending } from "./spending.store.ts";

/** The cost of a session to the wallet, by stage and in total, and its budget. */
export type SessionMoney = { spent: bigint; byStage: Map<string, bigint>; budget: Budget | null };

/** Reads the costs and budgets of any number of sessions in one query. */
export async function moneyOfSessions(
  db: Tx,
  sessionIds: readonly SessionId[],
): Promise<(sessionId: SessionId) => SessionMoney> {
  const spending = Map.groupBy(await selectSpending(db, sessionIds), (row) => row.sessionId);
  return (sessionId) => {
    const rows = spending.get(sessionId) ?? [];
    return {
      spent: rows.reduce((sum, row) => sum + row.spent, 0n),
      byStage: new Map(rows.flatMap(({ stage, spent }) => (stage === null ? [] : [[stage, spent] as const]))),
      budget: rows[0]?.budget ?? null,
    };
  };
}
