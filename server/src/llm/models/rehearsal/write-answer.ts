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
  return whole.slice(findContinuation(whole, said.map((message) => message.text).join("")));
}

/**
 * Where to go on. Normally what was said is a beginning of the whole, letter by letter. If white space was changed on the way,
 * it is found without; if the beginning was shortened away, by its last words; if nothing fits, at the start.
 */
function findContinuation(whole: string, said: string): number {
  if (whole.startsWith(said)) return said.length;
  const bare = said.replaceAll(/\s+/g, "");
  const end = positionAfter(whole, bare.length);
  if (whole.slice(0, end).replaceAll(/\s+/g, "") === bare) return end;
  const tail = said.trimEnd().slice(-tailLength);
  const found = tail === "" ? -1 : whole.lastIndexOf(tail);
  return found < 0 ? 0 : found + tail.length;
}

const tailLength = 120;

/** The place in a text behind its n-th sign that is not white space. */
function positionAfter(text: string, signs: number): number {
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (seen === signs) return i;
    if (!/\s/.test(text.charAt(i))) seen += 1;
  }
  return text.length;
}
