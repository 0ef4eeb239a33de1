import type { PromptMessage } from "../model/prompt-messages.ts";

/** The question of a conversation: what follows the last heading of its prompt. Null: the prompt is no conversation's. */
export function readQuery(messages: readonly PromptMessage[]): string | null {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  const at = asked.lastIndexOf(heading);
  return at < 0 || (at > 0 && asked[at - 1] !== "\n") ? null : asked.slice(at + heading.length);
}

const heading = "## Query\n\n";
