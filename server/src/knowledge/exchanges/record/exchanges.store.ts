import type {
  ConversationId,
  ErrorCode,
  ExchangeId,
  ExchangeMessage,
  ExchangeStatus,
  ToolRun,
  UsedContext,
} from "@dialectic/contract";
import { sql } from "kysely";
import type { ToolCall } from "#models";
import { newId, type Tx } from "#platform";

export type ExchangeRow = {
  id: ExchangeId;
  conversationId: ConversationId;
  number: number;
  status: ExchangeStatus;
  userText: string;
  answer: string | null;
  summary: string | null;
  model: string;
  finishReason: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  retryOf: ExchangeId | null;
  inputTokens: number;
  outputTokens: number;
  spend: string;
  messages: number;
  toolCalls: number;
  context: UsedContext[];
  tools: ToolRun[];
  startedAt: Date;
  completedAt: Date | null;
};

/**
 * The spend of an exchange without an answer is read from the wallet: if the exchange's process died, its hold is booked
 * as lost only after the exchange was closed, and the stored spend does not include it.
 */
const columns = sql`
  e.id, e.conversation_id as "conversationId", e.number, e.status, e.user_text as "userText", e.answer, e.summary, e.model,
  e.finish_reason as "finishReason", e.error_code as "errorCode", e.error_message as "errorMessage",
  e.retry_of as "retryOf", e.input_tokens as "inputTokens", e.output_tokens as "outputTokens",
  case when e.status = 'completed' then e.spend::text else (used_by(e.owner_id, e.id)).spent::text end as spend,
  e.messages, e.tool_calls as "toolCalls", e.context, e.started_at as "startedAt", e.completed_at as "completedAt",
  (select coalesce(jsonb_agg(jsonb_build_object(
      'name', call ->> 'name', 'input', call -> 'input', 'isError', coalesce(result.is_error, true),
      'tookMs', coalesce(result.took_ms, 0)) order by asked.position, place), '[]')
   from messages asked
   cross join lateral jsonb_array_elements(asked.tool_calls) with ordinality called (call, place)
   left join lateral (
     select m.is_error, m.took_ms
     from messages m
     where m.exchange_id = e.id and m.tool_call_id = call ->> 'id' and m.position > asked.position
     order by m.position
     limit 1) result on true
   where asked.exchange_id = e.id) as tools`;

type NewExchange = {
  id: ExchangeId;
  conversationId: ConversationId;
  text: string;
  model: string;
  retryOf: ExchangeId | null;
  leaseMs: number;
  /** The most that the exchange may spend, in millionths of a dollar; null if its model is free. */
  budget: bigint | null;
};

/** Returns the number of the exchange, or null if the conversation does not exist. */
export async function startExchange(db: Tx, input: NewExchange): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`
    select start_exchange(${input.id}, ${newId()}, ${input.conversationId}, ${input.text}, ${input.model},
      ${input.retryOf}, ${input.leaseMs}, ${input.budget}) as number`.execute(db);
  return rows[0]?.number ?? null;
}

export async function selectExchange(db: Tx, id: ExchangeId): Promise<ExchangeRow | undefined> {
  const { rows } = await sql<ExchangeRow>`
    select ${columns}
    from exchanges e
    where e.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function selectExchanges(
  db: Tx,
  { conversationId, before, limit }: { conversationId: ConversationId; before?: number | undefined; limit: number },
): Promise<ExchangeRow[]> {
  const { rows } = await sql<ExchangeRow>`
    select ${columns}
    from exchanges e
    where e.conversation_id = ${conversationId} and e.number < ${before ?? 2_147_483_647}
    order by e.number desc
    limit ${limit}`.execute(db);
  return rows;
}

export type MessageRow = Omit<ExchangeMessage, "at"> & { at: Date };

/**
 * The messages of an exchange, in order. Empty while the exchange is running, because readers see all of an exchange or
 * nothing.
 */
export async function selectMessages(
  db: Tx,
  { exchangeId, after, limit }: { exchangeId: ExchangeId; after?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.position, m.number, m.role, m.content, m.redacted, m.tool_call_id as "toolCallId", m.tool_name as "toolName",
      m.is_error as "isError", m.at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', call ->> 'id', 'name', call ->> 'name', 'input', call -> 'input')
         order by place), '[]')
       from jsonb_array_elements(m.tool_calls) with ordinality called (call, place)) as "toolCalls"
    from messages m
    join exchanges e on e.id = m.exchange_id
    where m.exchange_id = ${exchangeId} and e.status <> 'in_progress' and m.position > ${after ?? -1}
    order by m.position
    limit ${limit}`.execute(db);
  return rows;
}

export type NewMessage = {
  /** A caller that may have to repeat the write sets the id, so that both writes have the same id. */
  id?: string | undefined;
  role: "assistant" | "tool";
  content: string;
  redacted: boolean;
  toolCalls?: readonly ToolCall[] | undefined;
  toolCallId?: string | undefined;
  toolName?: string | undefined;
  isError?: boolean | undefined;
  tookMs?: number | undefined;
};

type Staged = {
  exchangeId: ExchangeId;
  messages: readonly NewMessage[];
  /** The usage of the call that wrote the reply; absent for tool results. */
  usage?: { inputTokens: number; outputTokens: number } | undefined;
};

/** Adds messages and the usage of their call to a running exchange. Returns false if the exchange has ended. */
export async function stageMessages(db: Tx, { exchangeId, messages, usage }: Staged): Promise<boolean> {
  const toolCalls = messages.filter(({ role }) => role === "tool").length;
  const { rows } = await sql<{ first: number; conversationId: ConversationId }>`
    update exchanges
    set messages = messages + ${messages.length}, tool_calls = tool_calls + ${toolCalls},
      input_tokens = greatest(input_tokens, ${usage?.inputTokens ?? 0}),
      output_tokens = output_tokens + ${usage?.outputTokens ?? 0}
    where id = ${exchangeId} and status = 'in_progress'
    returning messages - ${messages.length} as first, conversation_id as "conversationId"`.execute(db);
  const [exchange] = rows;
  if (!exchange) return false;
  if (messages.length === 0) return true;
  await db
    .insertInto("messages")
    .values(
      messages.map((message, index) => ({
        id: message.id ?? newId(),
        owner_id: sql<string>`acting_user()`,
        conversation_id: exchange.conversationId,
        exchange_id: exchangeId,
        position: exchange.first + index,
        role: message.role,
        content: message.content,
        redacted: message.redacted,
        tool_calls: message.toolCalls?.length ? sql<string>`${JSON.stringify(message.toolCalls)}::jsonb` : null,
        tool_call_id: message.toolCallId ?? null,
        tool_name: message.toolName ?? null,
        is_error: message.isError ?? false,
        took_ms: message.tookMs === undefined ? null : Math.round(message.tookMs),
      })),
    )
    .execute();
  return true;
}

export async function hasMessage(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from messages where id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function saveContext(
  db: Tx,
  { exchangeId, used }: { exchangeId: ExchangeId; used: readonly UsedContext[] },
): Promise<void> {
  await sql`update exchanges set context = ${JSON.stringify(used)}::jsonb where id = ${exchangeId}`.execute(db);
}

type Published = { exchangeId: ExchangeId; answer: string; summary: string; finishReason: string; lastCharge: bigint };

/** Returns false if the exchange has already ended. */
export async function publishExchange(db: Tx, input: Published): Promise<boolean> {
  const { rows } = await sql<{ published: boolean }>`
    select publish_exchange(${input.exchangeId}, ${input.answer}, ${input.summary}, ${input.finishReason},
      ${input.lastCharge}) as published`.execute(db);
  return rows[0]?.published ?? false;
}

type Ended = { exchangeId: ExchangeId; status: "failed" | "aborted"; code: ErrorCode; message: string };

/** Returns false if the exchange has already ended. */
export async function endExchange(db: Tx, { exchangeId, status, code, message }: Ended): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select end_exchange(${exchangeId}, ${status}, ${code}, ${message}) as ended`.execute(db);
  return rows[0]?.ended ?? false;
}

/** Renews the leases of these exchanges and returns the exchanges that are still running. */
export async function renewExchanges(
  db: Tx,
  { ids, leaseMs }: { ids: readonly ExchangeId[]; leaseMs: number },
): Promise<ExchangeId[]> {
  const { rows } = await sql<{ id: ExchangeId }>`
    select id from renew_exchanges(${[...ids]}::uuid[], ${leaseMs}) id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function closeStaleExchanges(db: Tx, { all }: { all: boolean }): Promise<number> {
  const { rows } = await sql<{ closed: number }>`select close_stale_exchanges(${all}) as closed`.execute(db);
  return rows[0]?.closed ?? 0;
}
