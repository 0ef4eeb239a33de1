import type { SessionRow } from "#projects";
import { proposalLabels } from "#prompts";

/** The label of each proposal in the prompts of a session. */
export const labelsIn = ({ brief: request, models, proposals }: Pick<SessionRow, "brief" | "models" | "proposals">) =>
  proposalLabels({ request, models, proposals });
