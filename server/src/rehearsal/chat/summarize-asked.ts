import { readSentences } from "../brief/sentences.ts";
import type { PromptMessage } from "../model/prompt-messages.ts";

/** The summary of an exchange or a conversation, in sentences of its own. Null: none is asked for. */
export function summarizeAsked(messages: readonly PromptMessage[]): string | null {
  const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
  if (!/^## (?:Exchange|Conversation) to summarize\n/.test(text)) return null;
  const said = [...text.matchAll(/^(?:\d+\. )?(?:Asked|Answered|So far): (.*)/gm)].map(([, line = ""]) => line);
  const sentences = said.flatMap((line) => readSentences(line)[0]?.text ?? []);
  return sentences.slice(0, 6).join(" ") || "Nothing was said.";
}
