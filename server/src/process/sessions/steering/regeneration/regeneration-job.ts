import type { ContributionId } from "@dialectic/contract";
import type { NewJob } from "#jobs";
import { AppError, type Tx } from "#platform";
import { planStep, type RecipeStep, type WorkOrder } from "#recipes";
import { readableSources } from "../../contributions/readable-sources.ts";
import { executeJobFor } from "../../stages/execute-job-for.ts";
import { type StageWork, stageWork } from "../../stages/load-stage-work.ts";
import type { Target } from "../target.store.ts";

/** The idempotency key of a regeneration. Because of it, repeated requests share one chain of jobs. */
export const regenerationKey = (rootId: ContributionId): string => `regenerate:${rootId}`;

/** Plans a new work order like the one that wrote a document, but from the current documents. */
export async function planRegeneration(
  db: Tx,
  target: Target,
): Promise<{ work: StageWork; step: RecipeStep; order: WorkOrder }> {
  const work = await stageWork(db, target.run_id);
  const step = work.stage.recipe.steps.find((one) => one.key === target.step_key);
  const sources = await readableSources(db, work, null);
  const planned = step && {
    process: work.process,
    stage: work.stage,
    step,
    model: target.model,
    models: work.session.models,
    leadModel: target.model, // in a converging stage its author was the lead
    proposals: work.session.proposals,
    sources,
  };
  const order = planned && planStep(planned).orders.find((one) => one.workKey === target.work_key);
  if (!order) {
    throw new AppError("missing_input", `${target.title} cannot be regenerated: its sources do not exist.`);
  }
  return { work, step, order };
}

/** The job that regenerates a document. `asOf` is the time of the request, read while the session was locked. */
export async function regenerationJob(db: Tx, target: Target, asOf: string): Promise<NewJob> {
  const { work, order } = await planRegeneration(db, target);
  return {
    ...executeJobFor(work, order),
    payload: { stageRunId: target.run_id, order, regeneratedAsOf: asOf },
    retryWindowMs: work.session.retry_window_ms,
    targetContribution: target.root_id,
    idempotencyKey: regenerationKey(target.root_id),
  };
}
