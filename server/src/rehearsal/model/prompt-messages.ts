import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

export type PromptMessage = { role: "system" | "user" | "assistant"; text: string };

/** The texts of a prompt, without files and tool results. `toolResultsIn` reads the tool results. */
export function toPromptMessages(prompt: LanguageModelV4Prompt): PromptMessage[] {
  const messages: PromptMessage[] = [];
  for (const message of prompt) {
    if (message.role === "tool") continue;
    const text =
      typeof message.content === "string"
        ? message.content
        : message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    messages.push({ role: message.role, text });
  }
  return messages;
}
