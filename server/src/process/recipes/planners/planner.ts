import type { ContributionId } from "@dialectic/contract";
import type { Plan, Process, RecipeStep, SourceDocument } from "../process.ts";

export type PlannerContext = {
  process: Process;
  step: RecipeStep;
  /** The model that will write. */
  model: string;
  /** The session's models, in the session's order. */
  models: readonly string[];
  /** The number of proposals per model. */
  proposals: number;
  /**
   * The first document (the origin) of each lineage, by id. A group is named after its origin even if the origin is not an
   * input.
   */
  origins: ReadonlyMap<ContributionId, SourceDocument>;
};

/**
 * Turns the documents that a step reads into model calls. Each document occurs once. Documents are sorted by the order
 * of the session's models, then by work key.
 */
export type Planner = (sources: readonly SourceDocument[], context: PlannerContext) => Plan;
