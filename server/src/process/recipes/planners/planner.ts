import type { ContributionId } from "@dialectic/contract";
import type { Plan, Process, RecipeStep, SourceDocument } from "../process.ts";

export type PlannerContext = {
  process: Process;
  step: RecipeStep;
  /** Who writes. */
  model: string;
  /** The session's models, in its order. */
  models: readonly string[];
  /** How many proposals each model makes. */
  proposals: number;
  /** The documents that lineages begin with, by id: what a group is about, even when it is not an input itself. */
  origins: ReadonlyMap<ContributionId, SourceDocument>;
};

/** From the step's inputs (each once, in the order of the session's models, then by work key) to its model calls. */
export type Planner = (sources: readonly SourceDocument[], context: PlannerContext) => Plan;
