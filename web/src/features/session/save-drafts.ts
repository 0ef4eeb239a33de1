import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import type { Draft } from "../../drafts/draft.ts";
import { drafts } from "../../drafts/drafts.ts";

/** Answers and feedback are sent without asking; an edit of a document may be half done, so it is asked about. */
export const isEdit = ({ subject }: Draft): boolean => subject.kind === "edit";

/** An emptied answer says nothing: a question keeps the answer it has. */
export const isSendable = ({ subject, text }: Draft): boolean => subject.kind !== "answer" || text.trim() !== "";

/** Thrown when a draft could not be saved: which one, and why. It is still there. */
export class DraftNotSaved extends Error {
  readonly draft: Draft;
  constructor(draft: Draft, cause: unknown) {
    super("A draft was not saved.", { cause });
    this.draft = draft;
  }
}

/** Saves drafts one after the other. Each ends when the server has confirmed it; the first that is refused stops the rest. */
export async function saveDrafts(queryClient: QueryClient, chosen: readonly Draft[]): Promise<void> {
  for (const draft of chosen) {
    try {
      await save(draft);
    } catch (cause) {
      throw new DraftNotSaved(draft, cause);
    }
  }
  const sessions = new Set(chosen.flatMap(({ subject }) => (subject.kind === "brief" ? [] : subject.sessionId)));
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
