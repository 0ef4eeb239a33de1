import { replyPlainly } from "../chat/reply-plainly.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import type { Temperament } from "../temperament.ts";
import { writeDocument } from "../write-document.ts";
import { findContinuation } from "./find-continuation.ts";
import type { PromptMessage } from "./prompt-messages.ts";

/** Returns a document as it is to be sent: unchanged, or in a careless form. */
export type Finish = (document: string, at: { isFurther: boolean }) => string;

/** Writes the rest of the document: what the assistant's messages since the task do not contain yet. */
export function writeAnswer(
  temperament: Temperament,
  messages: readonly PromptMessage[],
  finish: Finish = (document) => document,
): string {
  const read = readPrompt(messages);
  if (!read) return replyPlainly(messages.findLast((message) => message.role === "user")?.text ?? "");
  const first = messages.findIndex((message) => message.role === "user");
  const whole = finish(writeDocument(temperament, read.prompt), { isFurther: read.asked > first });
  const said = messages.slice(read.asked + 1).filter((message) => message.role === "assistant");
  const from = findContinuation(
    whole,
    said.map((message) => message.text),
  );
  return whole.slice(from);
}
