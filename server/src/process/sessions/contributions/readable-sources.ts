import { type AsOf, sourceDocuments } from "#documents";
import type { Tx } from "#platform";
import type { SourceDocument } from "#recipes";
import type { StageWork } from "../stages/load-stage-work.ts";

/**
 * The documents that a stage's steps may read, as of `asOf`. They are from this stage and from the stages that its steps
 * name.
 */
export function readableSources(db: Tx, { session, stage }: StageWork, asOf: AsOf): Promise<SourceDocument[]> {
  const wanted = stage.recipe.steps.flatMap((step) => step.inputs.map((input) => input.stage ?? stage.key));
  return sourceDocuments(db, {
    sessionId: session.id,
    iteration: session.iteration,
    stages: [...new Set(wanted)],
    ownStage: stage.key,
    asOf,
  });
}
