import { longestMessage } from "@dialectic/contract";
import { z } from "zod";
import { storable } from "../run/storable.ts";

export type ChatMessage = { role: "user" | "assistant" | "tool"; text: string; at: Date | null; tool: string | null };

export type Chat = {
  /** The program that the chat comes from and the chat's id in that program. A source is imported only once. */
  source: string;
  title: string;
  at: Date | null;
  messages: ChatMessage[];
};

export type ReadChat = { ok: true; chat: Chat } | { ok: false; title: string | null; reason: string };

/** More messages than any real chat has. */
const mostMessages = 20_000;

/** A time in seconds or as ISO text; null if it is unreadable or not between 1970 and 2099. */
export const At = z.preprocess((value) => {
  const at = typeof value === "number" ? new Date(value * 1000) : typeof value === "string" ? new Date(value) : null;
  return at && at.getTime() >= Date.UTC(1970, 0) && at.getTime() < Date.UTC(2100, 0) ? at : null;
}, z.date().nullable());

const Title = z.string().nullish().catch(null);
const Id = z.string().min(1).max(200);

const ChatGptMessage = z.object({
  author: z.object({ role: z.string(), name: z.string().nullish() }),
  content: z.object({ parts: z.array(z.unknown()).nullish(), text: z.string().nullish() }).nullish(),
  create_time: At,
});
const ChatGpt = z.object({
  id: Id.nullish(),
  conversation_id: Id.nullish(),
  title: Title,
  create_time: At,
  current_node: z.string(),
  mapping: z.record(z.string(), z.object({ message: ChatGptMessage.nullish(), parent: z.string().nullish() })),
});

const Claude = z.object({
  uuid: Id,
  name: Title,
  created_at: At,
  chat_messages: z.array(
    z.object({
      sender: z.enum(["human", "assistant"]),
      text: z.string().nullish(),
      content: z.array(z.object({ text: z.string().nullish() })).nullish(),
      created_at: At,
    }),
  ),
});

const Own = z.object({
  id: Id,
  title: Title,
  createdAt: At,
  exchanges: z.array(
    z.object({
      ...{ id: z.string().optional(), number: z.int(), userText: z.string(), answer: z.string().nullable() },
      ...{ retryOf: z.string().nullish(), startedAt: At, completedAt: At },
    }),
  ),
});

/**
 * Reads one conversation from an export of ChatGPT, Claude or this product. The fields of the conversation show which
 * program exported it.
 */
export function readChat(value: unknown): ReadChat {
  const title = titleOf(value);
  const refused = (reason: string): ReadChat => ({ ok: false, title, reason });
  if (typeof value !== "object" || value === null) return refused("It is not a conversation.");
  const read =
    "mapping" in value
      ? ChatGpt.transform(fromChatGpt)
      : "chat_messages" in value
        ? Claude.transform(fromClaude)
        : "exchanges" in value
          ? Own.transform(fromOwn)
          : null;
  if (!read) return refused("It does not have the form of a ChatGPT, Claude or Dialectic export.");
  const parsed = read.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refused(`It cannot be read: ${issue?.path.join(".") || "the conversation"}: ${issue?.message}.`);
  }
  const chat = parsed.data;
  if (typeof chat === "string") return refused(chat);
  if (chat.messages.length > mostMessages) return refused(`It has more than ${mostMessages} messages.`);
  if (chat.messages.some(({ text }) => text.length > longestMessage)) {
    return refused(`A message is longer than ${longestMessage} characters.`);
  }
  const messages = chat.messages.map((message) => ({ ...message, text: storable(message.text) }));
  return {
    ok: true,
    chat: { ...chat, source: storable(chat.source), title: title ?? "Imported conversation", messages },
  };
}

function titleOf(value: unknown): string | null {
  const { title, name } = z.object({ title: Title, name: Title }).catch({ title: null, name: null }).parse(value);
  const text = storable(title || name || "")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, 200).toWellFormed();
}

type Found = Omit<Chat, "title">;

/**
 * Reads the tree of messages, in which edited requests and repeated answers are branches. Follows the branch that was
 * shown last, from its end to the root.
 */
function fromChatGpt({ id, conversation_id, create_time: at, current_node, mapping }: z.output<typeof ChatGpt>) {
  const source = conversation_id ?? id;
  if (!source) return "It has no id, so a second import could not recognize it.";
  const nodes = new Map(Object.entries(mapping));
  const messages: ChatMessage[] = [];
  const seen = new Set<string>();
  for (let next: string | null | undefined = current_node; next; ) {
    const node = nodes.get(next);
    if (!node) return `Its message ${next.slice(0, 100)} is missing.`;
    if (seen.has(next)) return "Its messages form a loop.";
    seen.add(next);
    if (node.message) messages.push(...toMessage(node.message));
    next = node.parent;
  }
  return { source: `chatgpt:${source}`, at, messages: messages.reverse() } satisfies Found;
}

function toMessage({ author, content, create_time: at }: z.output<typeof ChatGptMessage>): ChatMessage[] {
  const parts = content?.parts?.filter((part) => typeof part === "string") ?? [];
  const text = parts.length > 0 ? parts.join("\n") : (content?.text ?? "");
  const { role, name } = author;
  if (role !== "user" && role !== "assistant" && role !== "tool") return []; // system instructions
  return withText([
    {
      role,
      text,
      at,
      tool:
        role === "tool"
          ? storable(name || "tool")
              .slice(0, 200)
              .toWellFormed()
          : null,
    },
  ]);
}

function fromClaude({ uuid, created_at, chat_messages }: z.output<typeof Claude>) {
  const messages = chat_messages.map(({ sender, text, content, created_at: at }): ChatMessage => {
    const parts = content?.flatMap((part) => (part.text ? [part.text] : [])) ?? [];
    return { role: sender === "human" ? "user" : "assistant", text: text || parts.join("\n"), at, tool: null };
  });
  return { source: `claude:${uuid}`, at: created_at, messages: withText(messages) } satisfies Found;
}

/** Leaves out exchanges that a completed retry replaced, because no prompt contains them. */
function fromOwn({ id, createdAt, exchanges }: z.output<typeof Own>) {
  const replaced = new Set(exchanges.flatMap(({ answer, retryOf }) => (answer !== null && retryOf ? [retryOf] : [])));
  const messages = exchanges
    .filter((exchange) => exchange.id === undefined || !replaced.has(exchange.id))
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ userText, answer, startedAt, completedAt }): ChatMessage[] => [
      { role: "user", text: userText, at: startedAt, tool: null },
      ...(answer === null ? [] : [{ role: "assistant", text: answer, at: completedAt, tool: null } as const]),
    ]);
  return { source: `dialectic:${id}`, at: createdAt, messages: withText(messages) } satisfies Found;
}

const withText = (messages: ChatMessage[]): ChatMessage[] => messages.filter(({ text }) => text.trim() !== "");
