import type { ConversationId, ExchangeId, ExchangesMigration } from "@dialectic/contract";
import { type Clock, crashPoint, newId, type UserDb } from "#platform";
import { type Group, groupMessages } from "../import/group-messages.ts";
import { unanswered } from "../import/import-conversations.ts";
import * as store from "./ungrouped.store.ts";

/**
 * Groups messages that belong to no exchange into exchanges, one transaction per conversation: each message of the user
 * opens an exchange, and the messages after it join that exchange. Messages before the first request stay as they are.
 * A second run changes nothing.
 */
export async function migrateExchanges(
  ctx: { db: UserDb; clock: Clock },
  { dryRun }: { dryRun: boolean },
): Promise<ExchangesMigration> {
  const done: ExchangesMigration = { dryRun, conversations: 0, exchanges: 0, withoutAnswer: 0, messages: 0, strays: 0 };
  for (const conversationId of await ctx.db.tx(store.selectUngrouped, { single: true })) {
    const { exchanges, strays } = await groupConversation(ctx, { conversationId, dryRun });
    done.strays += strays;
    if (exchanges.length === 0) continue;
    if (!dryRun) crashPoint("conversation grouped");
    done.conversations += 1;
    done.exchanges += exchanges.length;
    done.withoutAnswer += exchanges.filter(({ status }) => status === "aborted").length;
    done.messages += exchanges.reduce((sum, { messages }) => sum + messages.length, 0);
  }
  return done;
}

async function groupConversation(
  { db, clock }: { db: UserDb; clock: Clock },
  { conversationId, dryRun }: { conversationId: ConversationId; dryRun: boolean },
): Promise<{ exchanges: store.GroupedExchange[]; strays: number }> {
  return db.tx(async (tx) => {
    const found = await store.selectMessagesOf(tx, { conversationId, lock: !dryRun });
    if (!found) return { exchanges: [], strays: 0 }; // deleted in the meantime
    const { groups, strays } = groupMessages({ at: null, messages: found.rows }, clock.now());
    let lastNumber = found.messages;
    const exchanges = groups.map((group, index): store.GroupedExchange => {
      const exchange = toExchange(group, { number: found.exchanges + index + 1, lastNumber });
      if (exchange.status === "completed") lastNumber += group.messages.length;
      return exchange;
    });
    if (!dryRun && exchanges.length > 0) {
      await store.insertGrouped(tx, { conversationId, model: found.model, error: unanswered, exchanges });
      crashPoint("grouping written");
    }
    return { exchanges, strays };
  });
}

/**
 * Computes the metrics in the same way as for an exchange that this program ran: the input tokens of the largest call, and
 * sums for the rest. There is no spend, because the wallet paid nothing.
 */
function toExchange(
  { userText, answer, messages, startedAt, endedAt }: Group<store.UngroupedRow>,
  { number, lastNumber }: { number: number; lastNumber: number },
): store.GroupedExchange {
  return {
    ...{ id: newId<ExchangeId>(), number, userText, answer, startedAt, endedAt },
    status: answer === null ? "aborted" : "completed",
    inputTokens: Math.max(0, ...messages.map(({ inputTokens }) => inputTokens ?? 0)),
    outputTokens: messages.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0),
    toolCalls: messages.filter(({ role }) => role === "tool").length,
    messages: messages.map(({ id }, position) => ({
      ...{ id, position },
      number: answer === null ? null : lastNumber + position + 1,
      redacted: position > 0 && (answer === null || position < messages.length - 1),
    })),
  };
}
