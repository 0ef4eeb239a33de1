import { readSentences } from "../brief/sentences.ts";
import { quoted } from "../text/phrasing.ts";

/** The answer to a message that is not a task of a stage: it says what this model is, and quotes the message. */
export function replyPlainly(asked: string): string {
  const [heard] = readSentences(asked);
  const read = heard === undefined ? "Your message was empty." : `You wrote ${quoted(heard.text.slice(0, 200))}.`;
  return `*A rehearsal model answers here, offline.*\n\n${read} A rehearsal model writes the documents of the five stages and calls tools by rules; it does not converse.\n`;
}
