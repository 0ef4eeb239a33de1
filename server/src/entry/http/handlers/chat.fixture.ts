import {
  type ConversationId,
  type Exchange,
  ExchangeEvent,
  type ExchangeId,
  type ProjectId,
} from "@dialectic/contract";
import { expect } from "vitest";
import type { TestHttp } from "../http.fixture.ts";

/** Shortcuts for conversations over the API. */
export function chatOver({ client, send }: TestHttp) {
  const converse = async (model: string, projectId?: ProjectId): Promise<ConversationId> =>
    (await client.createConversation({ body: { projectId, model } })).id;
  const ask = (conversationId: ConversationId, text: string, more: { id?: ExchangeId } = {}): Promise<Exchange> =>
    client.startExchange({ params: { conversationId }, body: { text, ...more } });
  /** All events that an exchange streams after the given number. */
  const stream = async (exchangeId: ExchangeId, after = 0): Promise<ExchangeEvent[]> => {
    const answered = await send(`/api/exchanges/${exchangeId}/stream`, { headers: { "last-event-id": String(after) } });
    expect(answered.headers.get("content-type")).toContain("text/event-stream");
    return [...(await answered.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      ExchangeEvent.parse(JSON.parse(data ?? "")),
    );
  };
  /** Asks, and returns the exchange when it is over. */
  const answer = async (conversationId: ConversationId, text: string): Promise<Exchange> => {
    const { id } = await ask(conversationId, text);
    const end = (await stream(id)).at(-1);
    if (end?.type !== "end") throw new Error("The stream ended early.");
    return end.exchange;
  };
  return { converse, ask, stream, answer };
}
