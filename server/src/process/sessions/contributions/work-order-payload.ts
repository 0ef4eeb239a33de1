import { ContributionId } from "@dialectic/contract";
import { z } from "zod";

const ids = z.array(ContributionId);

const Input = z.object({ type: z.string(), ids });

/** The payloads of an earlier version, in which inputs had no order. They are accepted so that older jobs can continue. */
const Unordered = z
  .record(z.string(), ids)
  .transform((byType) => Object.entries(byType).map(([type, own]) => ({ type, ids: own })));

/** A work order in a job's payload. It contains ids and names, never text. */
export const WorkOrderPayload = z.object({
  stepKey: z.string(),
  model: z.string(),
  outputType: z.string(),
  intermediate: z.boolean(),
  lineageId: ContributionId.nullable(),
  inputs: z.union([z.array(Input), Unordered]),
  sourceIds: ids,
  workKey: z.string(),
  label: z.string(),
  proposal: z.int().nullable().default(null), // orders of earlier versions have none
});
