import { fragmentsOf } from "./brief/fragments.ts";
import { readSentences } from "./brief/sentences.ts";
import { quoted } from "./phrasing.ts";
import type { PromptMessage } from "./prompt-messages.ts";

/** The answer to a message that is not a task of a stage: honest about what this is, and proof that it was read. */
export function replyPlainly(messages: readonly PromptMessage[]): string {
  const asked = messages.findLast((message) => message.role === "user")?.text ?? "";
  const heard = readSentences(asked).flatMap((one) => fragmentsOf(one.text))[0];
  const read = heard === undefined ? "Your message was empty." : `You wrote ${quoted(heard)}.`;
  return `*A rehearsal model answers here, offline.*\n\n${read} A rehearsal model writes the documents of the five stages; it does not converse.\n`;
}
