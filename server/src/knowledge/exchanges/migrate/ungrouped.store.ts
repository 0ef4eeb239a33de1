import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

type UngroupedMessage = {
  place: number;
  role: "user" | "assistant" | "tool";
  content: string;
  at?: Date | null | undefined;
  tool?: string | null | undefined;
  inputTokens?: number | null | undefined;
  outputTokens?: number | null | undefined;
};

type NewMessages = {
  source: string;
  title: string;
  projectId: ProjectId | null;
  model: string;
  messages: readonly UngroupedMessage[];
};

/** Adds messages without an exchange to the conversation of this source, which is created if it does not exist. */
export async function insertUngrouped(db: Tx, { source, title, projectId, model, messages }: NewMessages) {
  const { rows: created } = await sql<{ id: ConversationId }>`
    insert into conversations (id, owner_id, project_id, title, model, imported_from)
    values (${newId<ConversationId>()}, acting_user(), ${projectId}, ${title}, ${model}, ${source})
    on conflict (owner_id, imported_from) do nothing
    returning id`.execute(db);
  const rows = messages.map(({ tool, at, ...message }) => ({
    ...message,
    id: newId(),
    tool: message.role === "tool" ? tool || "tool" : null,
    callId: message.role === "tool" ? String(message.place) : null,
    at: at ?? null,
  }));
  const { rows: added } = await sql`
    insert into messages (
      id, owner_id, conversation_id, position, import_place, role, content, redacted, tool_call_id, tool_name, input_tokens,
      output_tokens, at)
    select m.id, acting_user(), c.id, 0, m.place, m.role, m.content, true, m."callId", m.tool, m."inputTokens",
      m."outputTokens", coalesce(m.at, clock_timestamp())
    from conversations c, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
      id uuid, place int, role text, content text, "callId" text, tool text, "inputTokens" int, "outputTokens" int,
      at timestamptz)
    where c.imported_from = ${source}
    on conflict (conversation_id, import_place) do nothing
    returning id`.execute(db);
  return { messages: added.length, isNew: created.length > 0 };
}

/** Counts how many of these messages are not stored yet. */
export async function countNew(db: Tx, { source, messages }: Pick<NewMessages, "source" | "messages">) {
  const { rows } = await sql<{ known: number; isNew: boolean }>`
    select count(m.id)::int as known, count(c.id) = 0 as "isNew"
    from conversations c left join messages m
      on m.conversation_id = c.id and m.import_place = any (${messages.map(({ place }) => place)}::int[])
    where c.imported_from = ${source}`.execute(db);
  const [{ known, isNew } = { known: 0, isNew: true }] = rows;
  return { messages: messages.length - known, isNew };
}

/** Conversations with messages that belong to no exchange. */
export async function selectUngrouped(db: Tx): Promise<ConversationId[]> {
  const { rows } = await sql<{ id: ConversationId }>`
    select distinct conversation_id as id from messages where exchange_id is null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export type UngroupedRow = {
  id: string;
  role: "user" | "assistant" | "tool";
  text: string;
  at: Date;
  tool: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
};

/**
 * The messages of a conversation that belong to no exchange, in their order. With `lock`, no exchange can start in the
 * conversation until the transaction ends.
 */
export async function selectMessagesOf(
  db: Tx,
  { conversationId, lock }: { conversationId: ConversationId; lock: boolean },
): Promise<{ model: string; exchanges: number; messages: number; rows: UngroupedRow[] } | undefined> {
  const { rows: found } = await sql<{ model: string; exchanges: number; messages: number }>`
    select model, exchanges, messages from conversations where id = ${conversationId}
    ${lock ? sql`for update` : sql``}`.execute(db);
  const { rows } = await sql<UngroupedRow>`
    select id, role, content as text, at, tool_name as tool, input_tokens as "inputTokens", output_tokens as "outputTokens"
    from messages
    where conversation_id = ${conversationId} and exchange_id is null
    order by import_place`.execute(db);
  return found[0] && { ...found[0], rows };
}

export type GroupedExchange = {
  id: ExchangeId;
  number: number;
  status: "completed" | "aborted";
  userText: string;
  answer: string | null;
  startedAt: Date;
  endedAt: Date;
  inputTokens: number;
  outputTokens: number;
  toolCalls: number;
  messages: { id: string; position: number; number: number | null; redacted: boolean }[];
};

type Grouping = {
  conversationId: ConversationId;
  model: string;
  error: { code: string; message: string };
  exchanges: readonly GroupedExchange[];
};

/** Adds finished exchanges and assigns the messages to them. */
export async function insertGrouped(db: Tx, { conversationId, model, error, exchanges }: Grouping): Promise<void> {
  const rows = exchanges.map(({ messages, ...exchange }) => ({ ...exchange, messages: messages.length }));
  await sql`
    insert into exchanges (
      id, owner_id, conversation_id, number, status, user_text, answer, summary, model, error_code, error_message,
      input_tokens, output_tokens, messages, tool_calls, imported, started_at, completed_at)
    select e.id, acting_user(), ${conversationId}, e.number, e.status, e."userText", e.answer, left(e.answer, 300), ${model},
      case when e.answer is null then ${error.code}::text end, case when e.answer is null then ${error.message}::text end,
      e."inputTokens", e."outputTokens", e.messages, e."toolCalls", true, e."startedAt", e."endedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
      id uuid, number int, status text, "userText" text, answer text, "inputTokens" int, "outputTokens" int, messages int,
      "toolCalls" int, "startedAt" timestamptz, "endedAt" timestamptz)`.execute(db);
  const members = exchanges.flatMap(({ id: exchangeId, messages }) => messages.map((one) => ({ ...one, exchangeId })));
  await sql`
    update messages m
    set exchange_id = g."exchangeId", position = g.position, number = g.number, redacted = g.redacted
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as g (
      id uuid, "exchangeId" uuid, position int, number int, redacted boolean)
    where m.id = g.id`.execute(db);
  await sql`
    update conversations
    set exchanges = exchanges + ${exchanges.length}, messages = messages + ${members.filter(({ number }) => number !== null).length},
      created_at = least(created_at, ${exchanges[0]?.startedAt ?? new Date()})
    where id = ${conversationId}`.execute(db);
}
