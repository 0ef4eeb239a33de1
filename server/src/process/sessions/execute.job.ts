import { ContributionId, StageRunId } from "@dialectic/contract";
import { z } from "zod";
import type { CallTools } from "#calls";
import type { FitTools } from "#context";
import { defineJobKind, type JobKindDefinition } from "#jobs";
import { lackingShape } from "./lacking.ts";
import { loadStageWork } from "./load-stage-work.ts";
import { writeContribution } from "./write-contribution.ts";

const ids = z.array(ContributionId);

/** A work order as it travels in a job: ids and names, never text. */
const Order = z.object({
  stepKey: z.string(),
  model: z.string(),
  outputType: z.string(),
  intermediate: z.boolean(),
  lineageId: ContributionId.nullable(),
  inputs: z.record(z.string(), ids),
  sourceIds: ids,
  workKey: z.string(),
  label: z.string(),
});

const ExecutePayload = z.object({
  stageRunId: StageRunId,
  order: Order,
  ...lackingShape,
  /** Asked for again at this moment, after its stage had ended. */
  regeneratedAsOf: z.string().nullable().default(null),
});

/** Makes one model call of a work order: the first, or one that carries on. */
export const executeJob = (tools: CallTools & Pick<FitTools, "embedder">): JobKindDefinition =>
  defineJobKind({
    kind: "execute",
    payload: ExecutePayload,
    async run(ctx, job) {
      const { stageRunId, order, regeneratedAsOf, ...lacking } = job.payload;
      const work = await loadStageWork(ctx.db, stageRunId);
      return writeContribution(ctx, tools, job, { work, order, lacking, regeneratedAsOf });
    },
  });
