import { type DocumentSummary, type Finding, isOpen } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";

export const openOf = ({ findings }: Pick<DocumentSummary, "findings">): Finding[] => findings.filter(isOpen);

/** Accepts findings of a document, one after the other. The text stays as it is. */
export function useAccept(document: Pick<DocumentSummary, "id" | "sessionId">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (findings: Finding[]) => {
      for (const { id: findingId } of findings)
        await client.acceptFinding({ params: { documentId: document.id, findingId } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.session(document.sessionId) }),
  });
}
