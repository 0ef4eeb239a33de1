import { ContributionId } from "@dialectic/contract";
import { z } from "zod";

const ids = z.array(ContributionId);

/** A work order as it travels in a job: ids and names, never text. */
export const WorkOrderPayload = z.object({
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
