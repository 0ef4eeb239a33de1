import type { Chat, ChatMessage } from "./read-chat.ts";

type Said = Pick<ChatMessage, "role" | "text" | "at">;

export type Group<Message extends Said = ChatMessage> = {
  userText: string;
  /** Null if the request has no answer, or if the last message is the result of a tool. */
  answer: string | null;
  messages: (Message & { at: Date })[];
  startedAt: Date;
  endedAt: Date;
};

/**
 * Groups the messages of a chat into exchanges: each message of the user opens an exchange, and the messages after it
 * join that exchange. `strays` are the messages before the first message of the user. A message without a time gets the
 * time of the previous one.
 */
export function groupMessages<Message extends Said>(
  chat: Pick<Chat, "at"> & { messages: readonly Message[] },
  now: Date,
): { groups: Group<Message>[]; strays: number } {
  const groups: Group<Message>[] = [];
  let strays = 0;
  let last = chat.at ?? chat.messages.find(({ at }) => at)?.at ?? now;
  for (const message of chat.messages) {
    const at = message.at ?? last;
    last = at;
    const said = { ...message, at };
    const open = groups.at(-1);
    if (message.role === "user") {
      groups.push({ userText: message.text, answer: null, messages: [said], startedAt: at, endedAt: at });
    } else if (open) {
      open.messages.push(said);
      open.answer = message.role === "assistant" && message.text.trim() !== "" ? message.text : null;
      open.endedAt = at;
    } else strays += 1;
  }
  return { groups, strays };
}
