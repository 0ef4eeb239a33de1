import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { AsOf } from "./source-documents.store.ts";

export type KnownFact = { number: number; block: string; statement: string; said_by_user: boolean };

/** The facts accepted for a session's project at a moment; null: now. */
export async function factsKnownAt(
  db: Tx,
  { sessionId, asOf }: { sessionId: SessionId; asOf: AsOf },
): Promise<KnownFact[]> {
  const { rows } = await sql<KnownFact>`
    select k.number, k.block, k.statement, k.said_by_user
    from known_facts k
    where k.project_id = (select project_id from sessions where id = ${sessionId})
      and case when ${asOf}::timestamptz is null then k.ended_at is null
        else k.accepted_at <= ${asOf}::timestamptz and (k.ended_at is null or k.ended_at > ${asOf}::timestamptz) end
    order by k.block collate "C", k.number`.execute(db);
  return rows;
}
