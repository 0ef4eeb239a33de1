import { findContinuation } from "./find-continuation.ts";
import type { PromptMessage } from "./prompt-messages.ts";
import { readPrompt } from "./read-prompt.ts";
import { replyPlainly } from "./reply-plainly.ts";
import type { Temperament } from "./temperament.ts";
import { writeDocument } from "./write-document.ts";

/** What is still to be said: the whole document, less what the assistant's messages after the task already said. */
export function writeAnswer(temperament: Temperament, messages: readonly PromptMessage[]): string {
  const read = readPrompt(messages);
  if (!read) return replyPlainly(messages);
  const whole = writeDocument(temperament, read.prompt);
  const said = messages.slice(read.asked + 1).filter((message) => message.role === "assistant");
  return whole.slice(
    findContinuation(
      whole,
      said.map((message) => message.text),
    ),
  );
}
