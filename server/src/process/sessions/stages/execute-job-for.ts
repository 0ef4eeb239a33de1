import type { NewJob } from "#jobs";
import { sha256 } from "#platform";
import type { WorkOrder } from "#recipes";
import type { StageWork } from "./load-stage-work.ts";

/** The stage that the job belongs to. */
type RunningStage = {
  session: Pick<StageWork["session"], "id" | "project_id" | "iteration">;
  stage: Pick<StageWork["stage"], "key">;
  run: Pick<StageWork["run"], "id">;
};

/** The job for a work order. Its key does not depend on the plan job, so that a work order planned twice runs only once. */
export function executeJobFor({ session, stage, run }: RunningStage, order: WorkOrder): NewJob {
  return {
    projectId: session.project_id,
    sessionId: session.id,
    stage: stage.key,
    iteration: session.iteration,
    kind: "execute",
    model: order.model,
    stepKey: order.stepKey,
    outputType: order.outputType,
    label: order.label,
    workKey: order.workKey,
    payload: { stageRunId: run.id, order },
    idempotencyKey: orderKey({ session, stage }, order),
  };
}

/** An index row holds about 2,700 bytes, so the key of a work order with more than about twenty documents is hashed. */
const longest = 1_000;

function orderKey({ session, stage }: Pick<RunningStage, "session" | "stage">, order: WorkOrder): string {
  const { stepKey, model, proposal, sourceIds } = order;
  const further = proposal !== null && proposal > 1 ? [proposal] : []; // all proposals of a model have the same inputs
  const key = ["order", session.id, session.iteration, stage.key, stepKey, model, ...further, ...sourceIds].join(":");
  return key.length <= longest ? key : `order:${session.id}:${sha256(key)}`;
}
