import type { NewJob } from "#jobs";
import type { WorkOrder } from "#recipes";
import type { StageWork } from "./load-stage-work.ts";

/** The job that does a work order. Its key does not tell who planned it: planned twice, it is done once. */
export function executeJobFor({ session, stage, run }: StageWork, order: WorkOrder): NewJob {
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
    idempotencyKey: [
      "order",
      session.id,
      session.iteration,
      stage.key,
      order.stepKey,
      order.model,
      ...order.sourceIds,
    ].join(":"),
  };
}
