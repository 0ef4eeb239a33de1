import type { Session, StageRun } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import type { ActionKey } from "./stage-actions.ts";

type Params = { sessionId: string; stage: string };

/** Submitting is the reader's word to go on, so the next stage starts with it. */
async function submitAndStart(params: Params): Promise<Session> {
  const submitted = await client.submitStage({ params });
  if (submitted.status !== "ready") return submitted;
  return client.generateStage({ params: { ...params, stage: submitted.currentStage } });
}

const requests: Record<ActionKey, (params: Params) => Promise<Session>> = {
  generate: (params) => client.generateStage({ params }),
  submit: submitAndStart,
  pause: (params) => client.pauseStage({ params }),
  resume: (params) => client.resumeStage({ params }),
  cancel: (params) => client.cancelStage({ params }),
  retry: (params) => client.retryStage({ params }),
};

/** Does one thing with a stage. Never shown as done before the server agrees. */
export function useStageAction(session: Session, stage: StageRun, onDone?: (key: ActionKey) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: ActionKey) => requests[key]({ sessionId: session.id, stage: stage.stage }),
    onSuccess: (next, key) => {
      queryClient.setQueryData(keys.session(session.id), next);
      onDone?.(key);
    },
    // A refusal often means that the page is behind: show what is.
    onError: () => queryClient.invalidateQueries({ queryKey: keys.session(session.id) }),
  });
}

export type StageAction = ReturnType<typeof useStageAction>;
