import type { Chat, ChatMessage } from "./read-chat.ts";

export type Group = {
  userText: string;
  /** Null: nothing answers the request, or a tool was the last to say something. */
  answer: string | null;
  messages: ChatMessage[];
  startedAt: Date;
  endedAt: Date;
};

/**
 * Groups the messages of a chat into exchanges: a message of the user opens one, the others join it. `strays` come before the
 * first message of the user and belong to none. An unknown time is that of the message before.
 */
export function groupMessages(chat: Pick<Chat, "at" | "messages">, now: Date): { groups: Group[]; strays: number } {
  const groups: Group[] = [];
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
      open.answer = message.role === "assistant" ? message.text : null;
      open.endedAt = at;
    } else strays += 1;
  }
  return { groups, strays };
}
