import { type InboxAction, isOpen } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { createTopUpKeys, randomKey } from "../../parts/money/top-up-keys.ts";

/** Executes an action of an inbox item. The action is shown as done only when the server has confirmed it. */
export function useInboxAction() {
  const queryClient = useQueryClient();
  const [topUpKeys] = useState(() => createTopUpKeys(randomKey));
  return useMutation({
    mutationFn: async (action: InboxAction) => {
      if (action.do !== "top-up") return carryOut(action);
      await client.topUpWallet({ body: { amount: action.amount, key: topUpKeys.keyFor(action.amount) } });
      topUpKeys.booked(action.amount);
    },
    onSettled: (_, __, action) =>
      Promise.all(
        [
          keys.inbox,
          keys.projects,
          keys.wallet,
          ...("sessionId" in action ? [keys.session(action.sessionId)] : []),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

async function carryOut(action: Exclude<InboxAction, { do: "top-up" }>): Promise<unknown> {
  switch (action.do) {
    case "approve":
      return client.approveJob({ params: { jobId: action.jobId }, body: { amount: action.amount } });
    case "raise-budget":
      return client.changeBudget({ params: { sessionId: action.sessionId }, body: { cap: action.cap } });
    case "submit-stage":
      return client.submitStage({ params: { sessionId: action.sessionId, stage: action.stage } });
    case "start-stage":
      return client.generateStage({ params: { sessionId: action.sessionId, stage: action.stage } });
    case "retry-stage":
      return client.retryStage({ params: { sessionId: action.sessionId, stage: action.stage } });
    case "resume-stage":
      return client.resumeStage({ params: { sessionId: action.sessionId, stage: action.stage } });
    case "retry-job":
      return client.retryJob({ params: { jobId: action.jobId } });
    case "resume-job":
      return client.resumeJob({ params: { jobId: action.jobId } });
    case "accept-findings":
      return acceptFindings(action.documentId);
    case "keep-card":
    case "drop-card":
      return client.decideCard({ params: { cardId: action.cardId }, body: { keep: action.do === "keep-card" } });
    case "answer":
    case "choose":
    case "review-document":
      return undefined; // these actions happen in the forms and pages that they open
  }
}

async function acceptFindings(documentId: string): Promise<void> {
  const { findings } = await client.getDocument({ params: { documentId } });
  for (const { id: findingId } of findings.filter(isOpen)) {
    await client.acceptFinding({ params: { documentId, findingId } });
  }
}
