import { sql } from "kysely";
import { type Database, singleRow, type Tx } from "#platform";
import type { BudgetSubject, CallScope, HoldEnd, HoldId, HoldInput, HoldOutcome, Settlement } from "../wallet-types.ts";

type NewHold = HoldInput & { id: HoldId; estimate: bigint };

/** A hold in the form that `hold_money` reads. Amounts are strings, because JSON numbers lose digits above 2^53. */
function toRequest({ id, callKey, attempt, amount, estimate, lease, scope }: NewHold): string {
  return JSON.stringify({
    id,
    call_key: callKey,
    attempt,
    amount: amount.toString(),
    estimate: estimate.toString(),
    ...("jobId" in lease ? { job_id: lease.jobId, fence: lease.fence.toString() } : { lease_ms: lease.leaseMs }),
    ...toScopeColumns(scope),
  });
}

const toScopeColumns = (scope: CallScope) => ({
  project_id: scope.projectId,
  session_id: scope.sessionId,
  stage: scope.stage,
  chain_id: scope.chainId,
  exchange_id: scope.exchangeId,
  model: scope.model,
});

/**
 * A hold in the form that `hold_or_ask` and `authorize_call` expect. If no approval share is given, it is 100 %, so that no
 * approval is needed.
 */
export const toHoldArguments = (hold: NewHold) => ({
  request: toRequest(hold),
  share: hold.approval?.share ?? 100,
  upTo: hold.approval?.upTo ?? hold.amount,
});

export type HeldRow = {
  asks: boolean | null;
  holdId: HoldId | null;
  shortBy: bigint | null;
  budget: BudgetSubject | null;
};

export const heldColumns = sql`
  asks, hold_id as "holdId", short_by as "shortBy",
  case when budget_id is not null then jsonb_build_object('kind', budget_kind, 'id', budget_id) end as budget`;

export async function insertHold(db: Tx, hold: NewHold): Promise<HoldOutcome> {
  const { request, share, upTo } = toHoldArguments(hold);
  const { rows } = await sql<HeldRow>`
    select ${heldColumns} from hold_or_ask(${request}::text::jsonb, ${share}, ${upTo})`.execute(db);
  return toHoldOutcome(singleRow(rows));
}

export function toHoldOutcome({ asks, holdId, shortBy, budget }: HeldRow): HoldOutcome {
  if (holdId) return { ok: true, holdId };
  if (asks) return { ok: false, reason: "approval-needed" };
  if (budget) return { ok: false, reason: "over-budget", budget, shortBy: shortBy ?? 0n };
  return { ok: false, reason: "insufficient-funds", shortBy: shortBy ?? 0n };
}

export async function renewHold(db: Tx, input: { holdId: HoldId; leaseMs: number }): Promise<boolean> {
  const { rows } = await sql<{ renewed: boolean }>`
    select renew_hold(${input.holdId}, ${input.leaseMs}) as renewed`.execute(db);
  return singleRow(rows).renewed;
}

export type Settling = { holdId: HoldId; actual: bigint; estimated: boolean; memo?: string };

export const settlement = (input: Settling) => sql<Settlement>`
  select transaction_id as "transactionId", charged, overrun
  from settle_hold(${input.holdId}, ${input.actual}, ${input.estimated}, ${input.memo ?? ""})`;

export const settleHold = async (db: Tx, input: Settling): Promise<Settlement> =>
  singleRow((await settlement(input).execute(db)).rows);

export const releasing = (holdId: HoldId) => sql<{ end: HoldEnd }>`select release_hold(${holdId}) as end`;

export const releaseHold = async (db: Tx, holdId: HoldId): Promise<HoldEnd> =>
  singleRow((await releasing(holdId).execute(db)).rows).end;

type Loss = { holdId: HoldId; estimate?: bigint };

export const loss = ({ holdId, estimate }: Loss) =>
  sql<{ end: HoldEnd }>`select lose_hold(${holdId}, ${estimate ?? null}) as end`;

export const loseHold = async (db: Tx, input: Loss): Promise<HoldEnd> =>
  singleRow((await loss(input).execute(db)).rows).end;

/** Books up to `max` abandoned holds of one owner as lost. Returns how many. */
export const sweepHolds = (database: Database, max: number): Promise<number> =>
  database.asSystem(
    async (db) => {
      const { rows } = await sql<{ swept: number }>`select sweep_holds(${max}) as swept`.execute(db);
      return singleRow(rows).swept;
    },
    { single: true },
  );
