import type { Session, StageRun } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { useSingleMutation } from "../../../api/use-single-mutation.ts";
import type { Draft } from "../../../parts/drafts/draft.ts";
import { saveDrafts } from "../save-drafts.ts";
import type { ActionKey } from "./stage-actions.ts";
import { nextStage } from "./stage-state.ts";

type Params = { sessionId: string; stage: string };

/**
 * Submits a stage and starts the one directly after it. Starts no other stage, because a page that is out of date may submit
 * a stage that was submitted long ago.
 */
async function submitAndStart(params: Params): Promise<Session> {
  const submitted = await client.submitStage({ params });
  const isNext = nextStage(submitted, params)?.stage === submitted.currentStage;
  if (submitted.status !== "ready" || !isNext) return submitted;
  return client.generateStage({ params: { ...params, stage: submitted.currentStage } });
}

const requests: Record<ActionKey, (params: Params) => Promise<Session>> = {
  generate: (params) => client.generateStage({ params }),
  submit: submitAndStart,
  pause: (params) => client.pauseStage({ params }),
  resume: (params) => client.resumeStage({ params }),
  cancel: (params) => client.cancelStage({ params }),
  retry: (params) => client.retryStage({ params }),
  "continue-without": (params) => client.continueWithout({ params, body: {} }),
};

/** `save` contains the drafts to save before the action. If one of them cannot be saved, the action does not run. */
type StageRequest = {
  key: ActionKey;
  save?: Draft[];
  /** The new output cap for the session's later requests. */
  maxOutputTokens?: number;
};

/** An action on a stage. It is shown as done only when the server has confirmed it. */
export function useStageAction(session: Session, stage: StageRun, onDone?: (key: ActionKey) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ key, save = [], maxOutputTokens }: StageRequest) => {
      await saveDrafts(queryClient, save);
      if (maxOutputTokens !== undefined) {
        await client.changeOutputCap({ params: { sessionId: session.id }, body: { maxOutputTokens } });
      }
      return requests[key]({ sessionId: session.id, stage: stage.stage });
    },
    onSuccess: (next, { key }) => {
      queryClient.setQueryData(keys.session(session.id), next);
      onDone?.(key);
    },
    // Refetches after an error, because an error often means that the page is out of date.
    onError: () => queryClient.invalidateQueries({ queryKey: keys.session(session.id) }),
  });
}

export type StageAction = ReturnType<typeof useStageAction>;
