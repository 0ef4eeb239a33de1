import type { ConversationId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";
import type { Group } from "./group-messages.ts";

export async function hasProject(db: Tx, id: ProjectId): Promise<boolean> {
  const { rows } = await sql`select from projects where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Returns those of the given sources that were imported before. */
export async function selectImported(db: Tx, sources: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ source: string }>`
    select imported_from as source from conversations where imported_from = any (${[...sources]}::text[])`.execute(db);
  return new Set(rows.map(({ source }) => source));
}

type ImportedConversation = {
  source: string;
  title: string;
  projectId: ProjectId | null;
  model: string;
  groups: readonly Group[];
  /** The error to record for exchanges without an answer. */
  error: { code: string; message: string };
};

/** Adds a conversation with its finished exchanges and their messages. Returns false if it was imported before. */
export async function insertImported(db: Tx, { groups, error, ...conversation }: ImportedConversation) {
  const id = newId<ConversationId>();
  const exchanges = groups.map((group, index) => ({ id: newId(), number: index + 1, ...group }));
  const published = exchanges.flatMap(({ answer, messages }) => (answer === null ? [] : messages)).length;
  const { rows } = await sql`
    insert into conversations (
      id, owner_id, project_id, title, model, imported_from, exchanges, messages, created_at, changed_at)
    values (${id}, acting_user(), ${conversation.projectId}, ${conversation.title}, ${conversation.model},
      ${conversation.source}, ${exchanges.length}, ${published}, ${exchanges[0]?.startedAt ?? new Date()},
      ${exchanges.at(-1)?.endedAt ?? new Date()})
    on conflict (owner_id, imported_from) do nothing
    returning id`.execute(db);
  if (rows.length === 0) return false;
  const exchangeRows = exchanges.map(({ messages, answer, ...exchange }) => ({
    ...exchange,
    answer,
    status: answer === null ? "aborted" : "completed",
    messages: messages.length,
    toolCalls: messages.filter(({ role }) => role === "tool").length,
  }));
  await sql`
    insert into exchanges (
      id, owner_id, conversation_id, number, status, user_text, answer, summary, model, error_code, error_message,
      messages, tool_calls, imported, started_at, completed_at)
    select e.id, acting_user(), ${id}, e.number, e.status, e."userText", e.answer, left(e.answer, 300), ${conversation.model},
      case when e.answer is null then ${error.code}::text end, case when e.answer is null then ${error.message}::text end,
      e.messages, e."toolCalls", true, e."startedAt", e."endedAt"
    from jsonb_to_recordset(${JSON.stringify(exchangeRows)}::jsonb) as e (
      id uuid, number int, status text, "userText" text, answer text, messages int, "toolCalls" int,
      "startedAt" timestamptz, "endedAt" timestamptz)`.execute(db);
  let number = 0;
  const messageRows = exchanges.flatMap(({ id: exchangeId, answer, messages }) =>
    messages.map(({ role, text, tool, at }, position) => {
      const isVisible = position === 0 || (answer !== null && position === messages.length - 1);
      const toolCallId = role === "tool" ? String(position) : null;
      const given = answer === null ? null : ++number;
      return {
        id: newId(),
        exchangeId,
        position,
        number: given,
        role,
        text,
        redacted: !isVisible,
        toolCallId,
        tool,
        at,
      };
    }),
  );
  await sql`
    insert into messages (
      id, owner_id, conversation_id, exchange_id, position, number, role, content, redacted, tool_call_id, tool_name, at)
    select m.id, acting_user(), ${id}, m."exchangeId", m.position, m.number, m.role, m.text, m.redacted, m."toolCallId",
      m.tool, m.at
    from jsonb_to_recordset(${JSON.stringify(messageRows)}::jsonb) as m (
      id uuid, "exchangeId" uuid, position int, number int, role text, text text, redacted boolean, "toolCallId" text,
      tool text, at timestamptz)`.execute(db);
  return true;
}
