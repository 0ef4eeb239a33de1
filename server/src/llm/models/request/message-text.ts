import type { Message } from "./call-input.ts";

/** Everything of a message that a model reads, as one text: what its tokens are counted from. */
export function messageText(message: Message): string {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)].join("\n");
}
