import { type Strategy, strategies } from "../process.ts";
import { allToOne } from "./all-to-one.ts";
import { pairwiseByOrigin } from "./pairwise-by-origin.ts";
import { perModel } from "./per-model.ts";
import { perSourceDocument } from "./per-source-document.ts";
import { perSourceGroup } from "./per-source-group.ts";
import type { Planner } from "./planner.ts";

const planners: Record<Strategy, Planner> = {
  per_source_document: perSourceDocument,
  pairwise_by_origin: pairwiseByOrigin,
  per_source_group: perSourceGroup,
  all_to_one: allToOne,
  per_model: perModel,
};

export const plannerOf = (strategy: Strategy): Planner => planners[strategy];

/** The strategy with exactly this name. For an unknown name, `per_source_document` and a warning. */
export function strategyOf(name: string, stepKey: string): { strategy: Strategy; warning: string | null } {
  const strategy = strategies.find((known) => known === name);
  if (strategy) return { strategy, warning: null };
  const warning = `Step "${stepKey}": there is no strategy "${name}"; per_source_document is used. Available: ${strategies.join(", ")}.`;
  return { strategy: "per_source_document", warning };
}
