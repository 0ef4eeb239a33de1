import type { HistoryMessage, Ingredients } from "../ingredients.ts";

/** A part of a prompt that may be shortened. */
export type Candidate = {
  id: string;
  kind: "document" | "message";
  label: string;
  text: string;
  relevance: number;
};

/**
 * The parts that may be shortened: unprotected documents and the middle of the history, unless their texts are empty.
 */
export function candidatesIn({ resourceDocuments, conversationHistory }: Ingredients): Candidate[] {
  const documents = resourceDocuments
    .filter(({ isProtected, text }) => !isProtected && text !== "")
    .map(({ id, label, text, relevance }) => ({
      id,
      kind: "document" as const,
      label: label ?? id,
      text,
      relevance: relevance ?? 1,
    }));
  const messages = middleOf(conversationHistory)
    .filter(({ content }) => content !== "")
    .map(({ id, role, content }) => ({
      id,
      kind: "message" as const,
      label: role === "assistant" ? "an earlier answer" : "an earlier message",
      text: content,
      relevance: 1,
    }));
  return [...documents, ...messages];
}

/**
 * The messages that are neither at the start of the conversation (first user message, first answer) nor at its end (the last two
 * answers, the messages between them, and everything after).
 */
function middleOf(history: readonly HistoryMessage[]): HistoryMessage[] {
  const answers = history.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  const end = answers.at(-2) ?? answers.at(-1) ?? history.length;
  const beginning = new Set([history.findIndex(({ role }) => role === "user"), answers[0]]);
  return history.filter((_, index) => index < end && !beginning.has(index));
}
