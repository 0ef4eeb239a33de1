import type { JobId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Scores } from "./rank-candidates.ts";

export type Order = { scores: Scores; method: "vectors" | "words" };

export async function selectOrder(db: Tx, chainId: JobId): Promise<Order | undefined> {
  const { rows } =
    await sql<Order>`select document_scores as "scores", method from fit_orders where chain_id = ${chainId}`.execute(
      db,
    );
  return rows[0];
}

/** The order of a sibling chain: one with the same purpose, question and documents. */
export async function selectSiblings(
  db: Tx,
  { projectId, basis }: { projectId: ProjectId; basis: string },
): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select document_scores as "scores", method from fit_orders
    where project_id = ${projectId} and basis = ${basis}
    order by decided_at, chain_id
    limit 1`.execute(db);
  return rows[0];
}

/** Stores the order of a chain unless the chain already has one. */
export async function insertOrder(
  db: Tx,
  { chainId, projectId, basis, order }: { chainId: JobId; projectId: ProjectId | null; basis: string; order: Order },
): Promise<void> {
  await sql`
    insert into fit_orders (chain_id, owner_id, project_id, basis, document_scores, method)
    values (${chainId}, acting_user(), ${projectId}, ${basis}, ${JSON.stringify(order.scores)}::text::jsonb, ${order.method})
    on conflict (chain_id) do nothing`.execute(db);
}
