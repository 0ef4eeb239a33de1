import { SessionId, StageRunId } from "@dialectic/contract";
import { z } from "zod";
import type { CallTools } from "#calls";
import { defineJobKind, type HeldJob, type JobCtx, type JobKindDefinition, type JobOutcome, type NewJob } from "#jobs";
import { planStep, waves } from "#recipes";
import { combineInputs } from "../combining/combine-inputs.ts";
import { documentPolicy } from "../contributions/document-policy.ts";
import { readableSources } from "../contributions/readable-sources.ts";
import { writeContribution } from "../contributions/write-contribution.ts";
import { planStale } from "../steering/regeneration/plan-stale.ts";
import { executeJobFor } from "./execute-job-for.ts";
import { finishStage } from "./finish-stage.ts";
import { loadStageWork, type StageWork } from "./load-stage-work.ts";

const PlanPayload = z.discriminatedUnion("plan", [
  z.object({ plan: z.literal("stage"), stageRunId: StageRunId }),
  z.object({ plan: z.literal("model"), stageRunId: StageRunId, model: z.string() }),
  z.object({ plan: z.literal("stale"), sessionId: SessionId }),
]);
type ModelPlan = Extract<z.output<typeof PlanPayload>, { plan: "model" }>;

/**
 * Plans work. The root job of a stage creates one plan per model (one in a converging stage) and ends the stage when they are
 * done. A model's plan walks through the recipe's waves and creates one `execute` job per work order. Stale documents are
 * regenerated in waves, too.
 */
export const planJob = (tools: CallTools): JobKindDefinition =>
  defineJobKind({
    kind: "plan",
    payload: PlanPayload,
    async run(ctx, job) {
      if (job.payload.plan === "stale") return planStale(ctx, { ...job, payload: job.payload });
      const work = await loadStageWork({ db: ctx.db, models: tools.models }, job.payload.stageRunId);
      if (job.payload.plan === "model") return planForModel(ctx, tools, { ...job, payload: job.payload }, work);
      return job.currentStep === null ? planStage(job, work) : finishStage(work);
    },
  });

function planStage(job: HeldJob, work: StageWork): JobOutcome {
  const { session, stage, run } = work;
  const models = stage.convergence === "single" ? [session.lead_model] : session.models;
  const children = models.map((model): NewJob => {
    const own = run.expected.filter((one) => one.model === model);
    const only = own.length === 1 ? own[0] : undefined; // it will run in place, so it is that work
    return {
      ...scopeOf(work),
      kind: "plan",
      model,
      parentId: job.id,
      label: only?.label ?? `${stage.name} by ${model}`,
      workKey: only?.key ?? null,
      payload: { plan: "model", stageRunId: run.id, model },
      idempotencyKey: `plan:${run.id}:${model}`,
    };
  });
  return { type: "waitForChildren", children, step: { current: 1, total: 2 } };
}

async function planForModel(
  ctx: JobCtx,
  tools: CallTools,
  job: HeldJob<ModelPlan>,
  work: StageWork,
): Promise<JobOutcome> {
  const all = waves(work.stage.recipe);
  const wave = all[job.currentStep ?? 0];
  if (!wave?.[0]) return { type: "done" };
  const sources = await ctx.db.tx((db) => readableSources(db, work, work.run.began));
  const planned = wave.flatMap((step) => {
    const plan = planStep({
      process: work.process,
      stage: work.stage,
      step,
      model: job.payload.model,
      models: work.session.models,
      leadModel: work.session.lead_model,
      proposals: work.session.proposals,
      sources,
    });
    for (const warning of plan.warnings) ctx.log.warn(warning, { jobId: job.id, step: step.key });
    return plan.orders;
  });
  const fitted = await combineInputs(ctx, { work, orders: planned, regeneratedAsOf: null });
  if (!fitted.ok) return { type: "waitForJob", prerequisite: fitted.prerequisite }; // then the same step is planned again
  const { orders } = fitted;
  // A plan of one step with one work order has nothing to coordinate, so it writes the document itself.
  const [only, ...others] = orders;
  if (all.length === 1 && only && others.length === 0)
    return writeContribution(ctx, tools, job, {
      ...{ work, order: only, askedFor: [], regeneratedAsOf: null, policy: documentPolicy },
    });
  return {
    type: "waitForChildren",
    children: orders.map((order) => executeJobFor(work, order)),
    step: { current: (job.currentStep ?? 0) + 1, total: all.length },
    onChildFailure: wave[0].onChildFailure,
  };
}

const scopeOf = ({ session, stage }: StageWork) => ({
  projectId: session.project_id,
  sessionId: session.id,
  stage: stage.key,
  iteration: session.iteration,
});
