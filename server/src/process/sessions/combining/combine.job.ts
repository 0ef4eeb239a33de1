import { ContributionId, StageRunId } from "@dialectic/contract";
import { z } from "zod";
import type { CallTools } from "#calls";
import type { FitTools } from "#context";
import { sourceTexts } from "#documents";
import { defineJobKind, type HeldJob, type JobCtx, type JobKindDefinition, type JobOutcome, type NewJob } from "#jobs";
import { AppError } from "#platform";
import { promptOrder } from "../contributions/build-prompt.ts";
import { WorkOrderPayload } from "../contributions/work-order-payload.ts";
import { writeContribution } from "../contributions/write-contribution.ts";
import { loadStageWork, termsIn } from "../stages/load-stage-work.ts";
import * as store from "./combining.store.ts";
import { combiningPolicy } from "./combining-policy.ts";
import { combiningWork } from "./combining-work.ts";
import { measureCombining } from "./measure-combining.ts";
import { type Branches, planBranches, type TextToCombine } from "./plan-branches.ts";

const Part = z.object({ id: ContributionId, from: z.int(), to: z.int() });

const One = z.object({
  stageRunId: StageRunId,
  order: WorkOrderPayload,
  type: z.string(),
  words: z.int(),
  regeneratedAsOf: z.string().nullable().default(null),
  /** The parts of the inputs that this job reads; null for all inputs in full. */
  parts: z.array(Part).nullable().default(null),
  /** The job's position among its siblings, from 0. */
  place: z.int().default(0),
  /** The documents that need no combining, because each was alone in its group. */
  passed: z.array(z.object({ id: ContributionId, place: z.int() })).default([]),
  /** True if the job must not split its texts further. Texts that do not fit are shortened instead. */
  isShortened: z.boolean().default(false),
  /** True for a continuation, which reads the same parts as the first request. */
  isFurther: z.boolean().default(false),
  isReadWhole: z.boolean().default(false),
});
type One = z.output<typeof One>;

/** Several combinations that are needed at the same time. Each becomes a child job. */
const Several = z.object({
  several: z.array(
    z.object({
      model: z.string().nullable(),
      label: z.string().nullable(),
      idempotencyKey: z.string().nullable(),
      payload: z.record(z.string(), z.json()),
    }),
  ),
});

type Tools = CallTools & Pick<FitTools, "embedder">;

/**
 * Merges documents into one text, which replaces them in prompts for which they are too large. If they do not fit into one
 * call, they are combined as a tree: each child combines as much as fits, and this job combines the results.
 */
export const combineJob = (tools: Tools): JobKindDefinition =>
  defineJobKind({
    kind: "combine",
    payload: z.union([Several, One]),
    async run(ctx, job) {
      const { payload } = job;
      if ("several" in payload) {
        if (job.currentStep !== null) return { type: "done" };
        return waitFor(
          payload.several.map((one): NewJob => ({ ...scopeOf(job), ...one })),
          1,
          1,
        );
      }
      return combine(ctx, tools, { ...job, payload });
    },
  });

async function combine(ctx: JobCtx, tools: Tools, job: HeldJob<One>): Promise<JobOutcome> {
  const { stageRunId, type, words, regeneratedAsOf, isFurther, isShortened } = job.payload;
  const stageWork = await loadStageWork({ db: ctx.db, models: tools.models }, stageRunId);
  const { work } = combiningWork(stageWork, { type, words });
  const isGiven = isFurther || isShortened;
  // A job with given parts does not need the texts here, because building its prompt reads exactly these parts.
  const asOf = regeneratedAsOf ?? work.run.began;
  const texts = isGiven && job.payload.parts ? [] : await textsOf(ctx, job, asOf);
  if (!isGiven) {
    const model = termsIn(stageWork, job.payload.order.model);
    const { whole, branch, mayBranch } = await measureCombining(ctx.db, stageWork, { type, words, model, asOf });
    const isFirst = job.currentStep === null;
    const branches = mayBranch ? planBranches(texts, { whole, branch, isFirst }) : null;
    if (branches) return branchOut(job, { ...branches, words: branch.words });
  }
  const given = isGiven ? job.payload.parts : null;
  const parts = given ?? texts.map(({ id, from, text }) => ({ id, from, to: from + text.length }));
  const order = { ...job.payload.order, inputs: [{ type, ids: parts.map(({ id }) => id) }] };
  return writeContribution(ctx, tools, job, {
    work,
    order,
    askedFor: [], // a combined text has no artifacts of its own
    regeneratedAsOf,
    policy: combiningPolicy({
      parts,
      isReadWhole: job.payload.isReadWhole,
      payload: { ...job.payload, order, parts, isFurther: true },
    }),
  });
}

/** The texts to combine: the inputs, the given parts of them, or the children's results. */
async function textsOf(ctx: JobCtx, job: HeldJob<One>, asOf: string): Promise<TextToCombine[]> {
  const { order, parts, isFurther } = job.payload;
  const step = isFurther ? null : job.currentStep;
  return ctx.db.tx(async (db) => {
    const ids = step === null ? promptOrder(order) : await store.resultsOfStep(db, { id: job.id, step });
    const texts = await sourceTexts(db, ids, { asOf });
    return texts.map(({ id, markdown }) => {
      const part = step === null ? parts?.find((one) => one.id === id) : undefined;
      const text = markdown.slice(part?.from ?? 0, part?.to);
      return { id, from: part?.from ?? 0, text, isWhole: text.length === markdown.length };
    });
  });
}

function branchOut(job: HeldJob<One>, { groups, passed, words }: Branches & { words: number }): JobOutcome {
  const step = (job.currentStep ?? 0) + 1;
  const { order, type } = job.payload;
  const children = groups.map(({ parts, place }): NewJob => {
    const ids = parts.map(({ id }) => id);
    const which = `(${place + 1} of ${groups.length + passed.length})`;
    const branch = {
      ...order,
      inputs: [{ type, ids }],
      sourceIds: [...ids].sort(),
      workKey: `${order.workKey}.${step}.${place + 1}`,
      label: `${order.label} ${which}`,
    };
    return {
      ...scopeOf(job),
      model: order.model,
      label: `${job.label ?? "Combine"} ${which}`,
      // The child's parts were chosen to fit its call. If they do not fit after all, they are shortened and not split again,
      // so that every tree ends.
      payload: { ...job.payload, order: branch, parts, words, place, passed, isShortened: true },
      idempotencyKey: `${job.id}:${step}:${place}`,
    };
  });
  return waitFor(children, step, step + 1);
}

const waitFor = (children: NewJob[], current: number, total: number): JobOutcome => ({
  type: "waitForChildren",
  children,
  step: { current, total },
});

function scopeOf({ kind, projectId, sessionId, stage, iteration }: HeldJob) {
  if (!sessionId) throw new AppError("invalid_payload", "A combine job needs a session, and this job has none.");
  return { kind, projectId, sessionId, stage, iteration };
}
