import type { ContributionId } from "@dialectic/contract";
import { combinedType } from "#documents";
import type { Json, NewJob } from "#jobs";
import { sha256 } from "#platform";
import type { WorkOrder } from "#recipes";
import type { StageWork } from "../stages/load-stage-work.ts";
import type { ToCombine } from "./combining.store.ts";
import { combiningStep } from "./combining-work.ts";
import type { InputGroup } from "./group-inputs.ts";

/** What is needed to write one combined text. */
export type CombiningOrder = {
  order: WorkOrder;
  /** The document type of the inputs. */
  type: string;
  words: number;
};

/**
 * The work order that combines a group. Its work key is made from the stages and work keys of its inputs, so it is the same
 * after a regeneration.
 */
export function combiningOrder(
  waiting: Pick<WorkOrder, "stepKey" | "model">,
  group: InputGroup,
  sources: readonly ToCombine[],
): CombiningOrder {
  const names = sources.map((one) => `${one.stage}/${one.work_key}`).sort();
  const [first] = sources;
  const isOneLineage = sources.every((one) => one.lineage_id === first?.lineage_id);
  return {
    type: group.type,
    words: group.words,
    order: {
      stepKey: combiningStep,
      model: waiting.model,
      outputType: combinedType,
      intermediate: true,
      proposal: null,
      lineageId: isOneLineage ? (first?.lineage_id ?? null) : null,
      inputs: [{ type: group.type, ids: group.ids }],
      sourceIds: [...group.ids].sort(),
      workKey: `${combiningStep}:${waiting.stepKey}:${sha256([waiting.model, group.type, ...names].join("\n")).slice(0, 16)}`,
      label: `combined text of ${group.ids.length} × ${group.type.replaceAll("_", " ")}`,
    },
  };
}

/** An idempotency key. It is the same for equal versions of the same texts in the same step of a stage. */
export function combiningKey(
  { session, stage }: StageWork,
  waiting: Pick<WorkOrder, "stepKey" | "model">,
  versions: ReadonlyMap<ContributionId, number>,
): string {
  const made = [...versions].map(([id, version]) => `${id}@${version}`).sort();
  const what = sha256([waiting.stepKey, waiting.model, ...made].join("\n")).slice(0, 32);
  return ["combine", session.id, session.iteration, stage.key, what].join(":");
}

/** Creates a combining job. For the shape of `payload`, see combine.job.ts. */
export const combiningJob = (
  { session, stage }: StageWork,
  job: Pick<NewJob, "model" | "label" | "idempotencyKey"> & { payload: { [key: string]: Json } },
): NewJob => ({
  projectId: session.project_id,
  sessionId: session.id,
  stage: stage.key,
  iteration: session.iteration,
  kind: "combine",
  ...job,
});
