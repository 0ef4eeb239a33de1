import { readSentences } from "../brief/sentences.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import type { Temperament } from "../temperament.ts";
import { quoted } from "../text/phrasing.ts";
import { writeDocument } from "../write-document.ts";
import { findContinuation } from "./find-continuation.ts";
import type { PromptMessage } from "./prompt-messages.ts";

/** What becomes of a document before it is sent: nothing, or a careless shape. */
export type Finish = (document: string, at: { isFurther: boolean }) => string;

/** What is still to be said: the whole document, less what the assistant's messages after the task already said. */
export function writeAnswer(
  temperament: Temperament,
  messages: readonly PromptMessage[],
  finish: Finish = (document) => document,
): string {
  const read = readPrompt(messages);
  if (!read) return replyPlainly(messages);
  const first = messages.findIndex((message) => message.role === "user");
  const whole = finish(writeDocument(temperament, read.prompt), { isFurther: read.asked > first });
  const said = messages.slice(read.asked + 1).filter((message) => message.role === "assistant");
  const from = findContinuation(
    whole,
    said.map((message) => message.text),
  );
  return whole.slice(from);
}

/** The answer to a message that is not a task of a stage: honest about what this is, and proof that it was read. */
function replyPlainly(messages: readonly PromptMessage[]): string {
  const asked = messages.findLast((message) => message.role === "user")?.text ?? "";
  const [heard] = readSentences(asked);
  const read = heard === undefined ? "Your message was empty." : `You wrote ${quoted(heard.text.slice(0, 200))}.`;
  return `*A rehearsal model answers here, offline.*\n\n${read} A rehearsal model writes the documents of the five stages; it does not converse.\n`;
}
