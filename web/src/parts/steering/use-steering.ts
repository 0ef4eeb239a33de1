import { ApiError, type Verdict } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import type { DraftSubject } from "../drafts/draft.ts";
import { drafts } from "../drafts/drafts.ts";

/** Refetches everything about a session, including its documents and feedback. */
function useSessionChanged(sessionId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.session(sessionId) });
}

type FeedbackSubject = Extract<DraftSubject, { kind: "feedback" }>;
type AnswerSubject = Extract<DraftSubject, { kind: "answer" }>;

/** Saves feedback on a stage or on one of its documents, and removes the draft. An empty text withdraws the feedback. */
export function useFeedback(subject: FeedbackSubject) {
  const { sessionId, stage, documentId } = subject;
  const changed = useSessionChanged(sessionId);
  return useSingleMutation({
    mutationFn: (text: string) =>
      client.giveFeedback({ params: { sessionId, stage }, body: { text, ...(documentId && { documentId }) } }),
    onSuccess: async (_, text) => {
      await changed();
      drafts.settle(subject, text);
    },
  });
}

/** Answers a question and removes the draft. The answer is read by stages that start later. */
export function useAnswer(subject: AnswerSubject) {
  const { sessionId, number } = subject;
  const changed = useSessionChanged(sessionId);
  return useSingleMutation({
    mutationFn: (answer: string) => client.answerQuestion({ params: { sessionId, number }, body: { answer } }),
    onSuccess: async (_, text) => {
      await changed();
      drafts.settle(subject, text);
    },
  });
}

/** Records the user's choice about a claim. It is followed by stages that start later. */
export function useChoice({ sessionId, number }: { sessionId: string; number: number }) {
  return useSingleMutation({
    mutationFn: (verdict: Verdict) => client.chooseVerdict({ params: { sessionId, number }, body: { verdict } }),
    onSuccess: useSessionChanged(sessionId),
  });
}

/**
 * Saves a new text of a document, and removes the draft. If there is a version conflict, fetches the newer version, so that
 * both can be shown.
 */
export function useEdit(document: { id: string; sessionId: string }, draft?: DraftSubject) {
  const queryClient = useQueryClient();
  const changed = useSessionChanged(document.sessionId);
  return useSingleMutation({
    mutationFn: (body: { markdown: string; baseVersion: number }) =>
      client.editDocument({ params: { documentId: document.id }, body }),
    onSuccess: (edited, { markdown }) => {
      if (draft) drafts.settle(draft, markdown, edited.version);
      queryClient.setQueryData(keys.document(document.id), edited);
      return changed();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError && error.problem.code === "version_conflict")) return;
      await Promise.all([queryClient.invalidateQueries({ queryKey: keys.document(document.id) }), changed()]);
    },
  });
}

export function useRegenerate(document: { id: string; sessionId: string }) {
  return useSingleMutation({
    mutationFn: () => client.regenerateDocument({ params: { documentId: document.id } }),
    onSettled: useSessionChanged(document.sessionId),
  });
}

/** Stops a regeneration. With `all`, also stops the other regenerations started by the same click. */
export function useStopRegeneration(sessionId: string) {
  return useSingleMutation({
    mutationFn: async ({ jobId, all }: { jobId: string; all: boolean }) => {
      const { parentId } = all ? await client.getJob({ params: { jobId } }) : { parentId: null };
      return client.cancelJob({ params: { jobId: parentId ?? jobId } });
    },
    onSettled: useSessionChanged(sessionId),
  });
}

/** Takes the text from before a regeneration and saves it as the next version of the new document. */
export function useEarlierText(earlier: { markdown: string; sessionId: string }) {
  return useSingleMutation({
    mutationFn: async (documentId: string) => {
      const params = { documentId };
      const { version: baseVersion } = await client.getDocument({ params });
      return client.editDocument({ params, body: { markdown: earlier.markdown, baseVersion } });
    },
    onSettled: useSessionChanged(earlier.sessionId),
  });
}

export function useRegenerateStale(sessionId: string) {
  return useSingleMutation({
    mutationFn: () => client.regenerateStale({ params: { sessionId } }),
    onSettled: useSessionChanged(sessionId),
  });
}
