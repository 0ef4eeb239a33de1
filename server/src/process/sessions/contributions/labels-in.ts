import type { SessionRow } from "#projects";
import { proposalLabels } from "#prompts";
import type { Stage } from "#recipes";

/** Under which label each proposal stands in the prompts of a stage. */
export const labelsIn = (
  { brief: request, iteration, models, proposals }: Pick<SessionRow, "brief" | "iteration" | "models" | "proposals">,
  stage: Stage,
) => proposalLabels({ request, iteration, stage: stage.key, models, proposals });
