import { type Conversation, type Exchange, type ExchangeAction, isErrorCode } from "@dialectic/contract";
import type { ConversationRow } from "./conversations.store.ts";
import type { ExchangeRow } from "./exchanges.store.ts";

export const toConversation = (row: ConversationRow): Conversation => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
});

export function toExchange(row: ExchangeRow, actions: readonly ExchangeAction[]): Exchange {
  const { errorCode, errorMessage, inputTokens, outputTokens, spend, messages, toolCalls, startedAt, completedAt } =
    row;
  return {
    id: row.id,
    conversationId: row.conversationId,
    number: row.number,
    status: row.status,
    userText: row.userText,
    answer: row.answer,
    summary: row.summary,
    model: row.model,
    finishReason: row.finishReason,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? messageOf(errorCode) },
    retryOf: row.retryOf,
    metrics: { inputTokens, outputTokens, spend, messages, toolCalls },
    context: row.context,
    tools: row.tools,
    actions: actions.filter(({ exchangeId }) => exchangeId === row.id),
    startedAt: startedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

/** When a process has died, the database closes its exchanges and records only a code, so the message is added here. */
const messageOf = (code: string): string =>
  code === "lease_lost"
    ? "The program ended before the answer was complete. Retry the exchange."
    : `The exchange ended without an answer${isErrorCode(code) ? ` (${code})` : ""}.`;
