import type { ConversationId, ExchangeId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type DueExchange = {
  id: ExchangeId;
  conversationId: ConversationId;
  projectId: ProjectId | null;
  userText: string;
  answer: string;
  /** The summary that a model wrote; null until it exists. */
  summary: string | null;
  at: Date;
  /** True if the exchange's conversation was imported. */
  isImported: boolean;
};

export async function selectDue(
  db: Tx,
  { except, limit }: { except?: ConversationId | undefined; limit: number },
): Promise<DueExchange[]> {
  const { rows } = await sql<DueExchange>`
    select e.id, e.conversation_id as "conversationId", c.project_id as "projectId", e.user_text as "userText", e.answer,
      case when e.summarized_at is not null then e.summary end as summary, e.started_at as at,
      c.imported_from is not null as "isImported"
    from exchanges e
    join conversations c on c.id = e.conversation_id
    where e.status = 'completed' and e.indexed_at is null
      and e.conversation_id is distinct from ${except ?? null}::uuid
    order by e.conversation_id, e.number
    limit ${limit}`.execute(db);
  return rows;
}

export async function markIndexed(db: Tx, ids: readonly ExchangeId[]): Promise<void> {
  await sql`update exchanges set indexed_at = clock_timestamp() where id = any (${[...ids]}::uuid[])`.execute(db);
}

export async function ownersWithDue(db: Tx): Promise<UserId[]> {
  const { rows } = await sql<{ owner: UserId }>`select owner from owners_of_exchanges_due() owner`.execute(db);
  return rows.map(({ owner }) => owner);
}

export type FoundExchange = {
  id: ExchangeId;
  conversationId: ConversationId;
  title: string;
  number: number;
  /** The number of exchanges after this one in the conversation. */
  later: number;
  userText: string;
  summary: string | null;
  at: Date;
};

export async function selectFound(db: Tx, ids: readonly ExchangeId[]): Promise<FoundExchange[]> {
  const { rows } = await sql<FoundExchange>`
    select e.id, e.conversation_id as "conversationId", c.title, e.number, c.exchanges - e.number as later,
      e.user_text as "userText", e.summary, e.started_at as at
    from exchanges e
    join conversations c on c.id = e.conversation_id
    where e.id = any (${[...ids]}::uuid[])
      and not exists (select from exchanges again where again.retry_of = e.id and again.status = 'completed')`.execute(
    db,
  );
  return rows;
}
