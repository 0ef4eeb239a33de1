import { indexDue, nameDocuments } from "#documents";
import { type ContextSource, searchExchanges } from "#exchanges";
import { searchMemory } from "#memory";
import type { ChatServices } from "../chat-services.ts";

const deadlineMs = 2_000;
const longestQuote = 600;
/** How many of the conversation's newest exchanges are in the prompt already, as its history. */
const inHistory = 20;

const short = (text: string): string =>
  text.length <= longestQuote ? text : `${text.slice(0, longestQuote).toWellFormed()}…`;

/**
 * Earlier exchanges similar to the question, with their summaries; the recent exchanges of this conversation are left
 * out.
 */
export const similarExchangesSource = ({ ctxOf }: ChatServices): ContextSource => ({
  name: "similar exchanges",
  title: "Similar earlier exchanges",
  deadlineMs,
  async gather({ db }, { text, projectId, conversationId }) {
    const search = { question: text, projectId: projectId ?? undefined, limit: 8, known: conversationId };
    const turns = await searchExchanges(ctxOf(db), search);
    const past = turns.filter((turn) => turn.conversationId !== conversationId || turn.later > inHistory);
    const first = new Map(past.toReversed().map((turn) => [turn.exchangeId, turn]));
    return [...first.values()]
      .toReversed()
      .slice(0, 4)
      .map(
        (turn) =>
          `Exchange ${turn.number} of "${turn.title}" (${turn.at.toISOString().slice(0, 10)})\nAsked: ${short(turn.userText)}\nAnswered: ${turn.summary ?? ""}${turn.role === "assistant" ? `\nPassage: ${short(turn.text)}` : ""}`,
      );
  },
});

/** Passages of documents, files and attachments that answer the question. */
export const passagesSource = ({ ctxOf }: ChatServices): ContextSource => ({
  name: "documents",
  title: "Passages of documents",
  deadlineMs,
  async gather({ db }, { text, projectId }) {
    const ctx = ctxOf(db);
    const scope = { projectId: projectId ?? undefined, kinds: ["document", "file", "text"] as const };
    const search = () => searchMemory(ctx, { questions: [text], scope, limit: 6, diverse: true });
    const [indexed, early] = await Promise.all([indexDue(ctx, { projectId: scope.projectId }), search()]);
    const hits = indexed === 0 ? early : await search();
    const names = await nameDocuments(ctx, [...new Set(hits.flatMap(({ documentId }) => documentId ?? []))]);
    return hits.map(({ documentId, source, text: passage }) => {
      const title = documentId ? names.get(documentId)?.title : undefined;
      return `${title ? `From "${title}" (document ${documentId})` : `From ${source}`}:\n${short(passage)}`;
    });
  },
});
