import { StageRunId } from "@dialectic/contract";
import { z } from "zod";
import type { CallTools } from "#calls";
import type { FitTools } from "#context";
import { defineJobKind, type JobKindDefinition } from "#jobs";
import { combineInputs } from "../combining/combine-inputs.ts";
import { loadStageWork } from "../stages/load-stage-work.ts";
import { documentPolicy } from "./document-policy.ts";
import { WorkOrderPayload } from "./work-order-payload.ts";
import { writeContribution } from "./write-contribution.ts";

const ExecutePayload = z.object({
  stageRunId: StageRunId,
  order: WorkOrderPayload,
  /** The keys of the artifacts that this request asks for again, because earlier answers left them out or got them wrong. */
  askedFor: z.array(z.string()).default([]),
  /** When the regeneration was requested; null if this is not a regeneration. */
  regeneratedAsOf: z.string().nullable().default(null),
});

/** Makes one model call for a work order, either the first one or a continuation. */
export const executeJob = (tools: CallTools & Pick<FitTools, "embedder">): JobKindDefinition =>
  defineJobKind({
    kind: "execute",
    payload: ExecutePayload,
    async run(ctx, job) {
      const { stageRunId, order, regeneratedAsOf, askedFor } = job.payload;
      const work = await loadStageWork({ db: ctx.db, models: tools.models }, stageRunId);
      const writing = { work, order, askedFor, regeneratedAsOf, policy: documentPolicy };
      if (regeneratedAsOf === null || job.continuation > 0) return writeContribution(ctx, tools, job, writing);
      // A regeneration has no plan job that would combine its inputs, and the current inputs may be too large for the
      // prompt.
      const fitted = await combineInputs(ctx, { work, orders: [order], regeneratedAsOf });
      if (!fitted.ok) return { type: "waitForJob", prerequisite: fitted.prerequisite };
      return writeContribution(ctx, tools, job, { ...writing, order: fitted.orders[0] ?? order });
    },
  });
