import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { type Draft, isOfSession } from "../../parts/drafts/draft.ts";
import { drafts } from "../../parts/drafts/drafts.ts";

/**
 * True for an edit of a document. It may be unfinished, so the user is asked before it is saved; answers and feedback are
 * saved without asking.
 */
export const isEdit = ({ subject }: Draft): boolean => subject.kind === "edit";

/** False for an empty answer, which is not sent, so that the question keeps its saved answer. */
export const isSendable = ({ subject, text }: Draft): boolean => subject.kind !== "answer" || text.trim() !== "";

/** Thrown when a draft could not be saved. The draft is kept. */
export class DraftNotSaved extends Error {
  readonly draft: Draft;
  constructor(draft: Draft, cause: unknown) {
    super("A draft was not saved.", { cause });
    this.draft = draft;
  }
}

/**
 * Saves drafts one after the other. Each draft is removed when the server has confirmed it. After a failure, no further
 * draft is saved.
 */
export async function saveDrafts(queryClient: QueryClient, chosen: readonly Draft[]): Promise<void> {
  for (const draft of chosen) {
    try {
      await save(draft);
    } catch (cause) {
      throw new DraftNotSaved(draft, cause);
    }
  }
  const sessions = new Set(chosen.flatMap(({ subject }) => (isOfSession(subject) ? subject.sessionId : [])));
  await Promise.all(
    [...sessions].map((sessionId) => queryClient.invalidateQueries({ queryKey: keys.session(sessionId) })),
  );

  async function save({ subject, text, baseVersion = 1 }: Draft): Promise<void> {
    if (subject.kind === "answer") {
      const { sessionId, number } = subject;
      await client.answerQuestion({ params: { sessionId, number }, body: { answer: text } });
    }
    if (subject.kind === "feedback") {
      const { sessionId, stage, documentId } = subject;
      await client.giveFeedback({ params: { sessionId, stage }, body: { text, ...(documentId && { documentId }) } });
    }
    if (subject.kind === "edit") {
      const { documentId } = subject;
      const edited = await client.editDocument({ params: { documentId }, body: { markdown: text, baseVersion } });
      queryClient.setQueryData(keys.document(documentId), edited);
    }
    drafts.settle(subject, text);
  }
}
