import type { Verdict } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { keys } from "../api/queries.ts";

/** Everything that is known of a session, its documents and feedback among it, may be old: ask again. */
function useSessionChanged(sessionId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.session(sessionId) });
}

/** Says something about a stage or one of its documents; an empty text takes it back. */
export function useFeedback(about: { sessionId: string; stage: string; documentId?: string | undefined }) {
  const { documentId, ...params } = about;
  return useMutation({
    mutationFn: (text: string) => client.giveFeedback({ params, body: { text, ...(documentId && { documentId }) } }),
    onSuccess: useSessionChanged(about.sessionId),
  });
}

/** Answers a question of a document; stages that start afterwards read it. */
export function useAnswer({ sessionId, number }: { sessionId: string; number: number }) {
  return useMutation({
    mutationFn: (answer: string) => client.answerQuestion({ params: { sessionId, number }, body: { answer } }),
    onSuccess: useSessionChanged(sessionId),
  });
}

/** Decides what becomes of a claim; stages that start afterwards keep to it. */
export function useChoice({ sessionId, number }: { sessionId: string; number: number }) {
  return useMutation({
    mutationFn: (verdict: Verdict) => client.chooseVerdict({ params: { sessionId, number }, body: { verdict } }),
    onSuccess: useSessionChanged(sessionId),
  });
}

/** Gives a document another text; refused when it has changed since `baseVersion`. */
export function useEdit(document: { id: string; sessionId: string }) {
  const queryClient = useQueryClient();
  const changed = useSessionChanged(document.sessionId);
  return useMutation({
    mutationFn: (body: { markdown: string; baseVersion: number }) =>
      client.editDocument({ params: { documentId: document.id }, body }),
    onSuccess: (edited) => {
      queryClient.setQueryData(keys.document(document.id), edited);
      return changed();
    },
  });
}

export function useRegenerate(document: { id: string; sessionId: string }) {
  return useMutation({
    mutationFn: () => client.regenerateDocument({ params: { documentId: document.id } }),
    onSettled: useSessionChanged(document.sessionId),
  });
}

export function useRegenerateStale(sessionId: string) {
  return useMutation({
    mutationFn: () => client.regenerateStale({ params: { sessionId } }),
    onSettled: useSessionChanged(sessionId),
  });
}
