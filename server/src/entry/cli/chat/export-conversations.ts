import { Readable } from "node:stream";
import type { Client, Conversation, ConversationId, Exchange } from "@dialectic/contract";

export type ExportForm = "json" | "markdown";

/** Yields the text of each conversation: as JSON, which `chat-import` can read, or as Markdown for people. */
export function exportConversations(
  client: Client,
  conversations: readonly Conversation[],
  form: ExportForm,
): Readable {
  async function* write(): AsyncGenerator<string> {
    if (form === "json") yield "[";
    for (const [index, conversation] of conversations.entries()) {
      const exchanges = await allExchanges(client, conversation.id);
      if (form === "json") yield `${index === 0 ? "\n" : ",\n"}${JSON.stringify({ ...conversation, exchanges })}`;
      else yield `${index === 0 ? "" : "\n"}# ${conversation.title}\n\n${exchanges.map(toMarkdown).join("\n")}`;
    }
    if (form === "json") yield "\n]\n";
  }
  return Readable.from(write(), { objectMode: false });
}

async function allExchanges(client: Client, conversationId: ConversationId): Promise<Exchange[]> {
  const found: Exchange[] = [];
  for (let before: number | undefined; ; ) {
    const page = await client.listExchanges({ params: { conversationId }, query: { limit: 200, before } });
    found.push(...page.items);
    if (page.next === null) return found.reverse();
    before = page.next;
  }
}

const toMarkdown = ({ number, userText, answer, error, model }: Exchange): string =>
  `## ${number}. You\n\n${userText}\n\n### ${model}\n\n${answer ?? `*${error?.message ?? "No answer."}*`}\n`;
