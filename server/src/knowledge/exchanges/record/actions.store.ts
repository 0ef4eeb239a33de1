import type { ExchangeAction, ExchangeId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type ActionRow = ExchangeAction & { input: unknown; exchangeStatus: string };

const columns = sql`
  a.id, a.exchange_id as "exchangeId", a.tool, a.summary, a.price::text as price, a.status, a.outcome`;

export async function actionsOf(db: Tx, exchangeIds: readonly ExchangeId[]): Promise<ExchangeAction[]> {
  if (exchangeIds.length === 0) return [];
  const { rows } = await sql<ExchangeAction>`
    select ${columns}
    from exchange_actions a
    where a.exchange_id = any (${[...exchangeIds]}::uuid[])
    order by a.created_at, a.id`.execute(db);
  return rows;
}

/** Locks the row, so that the second of two simultaneous confirmations finds the action already decided. */
export async function lockAction(db: Tx, id: string): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`
    select ${columns}, a.input, e.status as "exchangeStatus"
    from exchange_actions a
    join exchanges e on e.id = a.exchange_id
    where a.id = ${id}
    for update of a`.execute(db);
  return rows[0];
}

type NewAction = {
  id: string;
  exchangeId: ExchangeId;
  tool: string;
  input: unknown;
  summary: string;
  price: bigint | null;
};

export async function insertAction(db: Tx, action: NewAction): Promise<void> {
  await sql`
    insert into exchange_actions (id, owner_id, exchange_id, tool, input, summary, price)
    values (${action.id}, acting_user(), ${action.exchangeId}, ${action.tool}, ${JSON.stringify(action.input)}::jsonb,
      ${action.summary}, ${action.price})`.execute(db);
}

export async function decideAction(
  db: Tx,
  { id, status, outcome }: { id: string; status: "confirmed" | "declined" | "failed"; outcome: string | null },
): Promise<void> {
  await sql`
    update exchange_actions
    set status = ${status}, outcome = ${outcome}, decided_at = clock_timestamp()
    where id = ${id}`.execute(db);
}
