import type { ConversationId, ExchangeId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type PublishedMessage = {
  number: number;
  exchangeNumber: number;
  role: "user" | "assistant" | "tool";
  content: string;
  redacted: boolean;
  toolName: string | null;
};

const columns = sql`
  m.number, m.exchange_number as "exchangeNumber", m.role, m.content, m.redacted, m.tool_name as "toolName"`;

/** Excludes exchanges that a completed retry replaced, and the exchange that is being retried. */
const inContext = (retryOf: ExchangeId | null) => sql`
  m.exchange_id is distinct from ${retryOf}::uuid
  and not exists (select from exchanges later where later.retry_of = m.exchange_id and later.status = 'completed')`;

type Reading = { conversationId: ConversationId; retryOf: ExchangeId | null; mostMessages: number; mostChars: number };

/**
 * The visible messages of the newest exchanges, oldest first: as many complete exchanges as fit into `mostChars`, and
 * always the newest one. An answer never comes without its request, because some providers refuse a history that begins
 * with an answer.
 */
export async function selectHistory(db: Tx, input: Reading): Promise<PublishedMessage[]> {
  const { rows } = await sql<PublishedMessage>`
    select number, "exchangeNumber", role, content, redacted, "toolName"
    from (
      select counted.*, max(chars) over (partition by "exchangeNumber") as total,
        first_value("exchangeNumber") over (order by number desc) as last
      from (
        select newest.*, sum(length(newest.content)) over (order by newest.number desc) as chars
        from (
          select ${columns}
          from published_messages m
          where m.conversation_id = ${input.conversationId} and not m.redacted and ${inContext(input.retryOf)}
          order by m.number desc
          limit ${input.mostMessages}) newest) counted) whole
    where total <= ${input.mostChars} or "exchangeNumber" = last
    order by number`.execute(db);
  return rows;
}

/** The numbers of the newest `limit` hidden messages, ascending. */
export async function selectHiddenNumbers(
  db: Tx,
  { conversationId, retryOf, limit }: { conversationId: ConversationId; retryOf: ExchangeId | null; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number
    from (
      select m.number
      from published_messages m
      where m.conversation_id = ${conversationId} and m.redacted and ${inContext(retryOf)}
      order by m.number desc
      limit ${limit}) newest
    order by number`.execute(db);
  return rows.map(({ number }) => number);
}

export async function selectMessage(
  db: Tx,
  { conversationId, number }: { conversationId: ConversationId; number: number },
): Promise<PublishedMessage | undefined> {
  const { rows } = await sql<PublishedMessage>`
    select ${columns}
    from published_messages m
    where m.conversation_id = ${conversationId} and m.number = ${number}`.execute(db);
  return rows[0];
}

/** The names of the tools that were called in a conversation. */
export async function selectUsedTools(db: Tx, conversationId: ConversationId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct m.tool_name as name
    from published_messages m
    where m.conversation_id = ${conversationId} and m.role = 'tool'`.execute(db);
  return rows.map(({ name }) => name);
}
