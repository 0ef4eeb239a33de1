import type { ContributionId } from "@dialectic/contract";
import type { Plan, Process, RecipeStep, SourceDocument } from "../process.ts";

export type PlannerContext = {
  process: Process;
  step: RecipeStep;
  /** The model that writes. */
  model: string;
  /** The session's models, in the order of the session. */
  models: readonly string[];
  /** Proposals per model. */
  proposals: number;
  /** The first documents of lineages, by id. A group is named after its origin, even if the origin is not an input. */
  origins: ReadonlyMap<ContributionId, SourceDocument>;
};

/** Turns a step's inputs (each once, in the order of the session's models, then by work key) into model calls. */
export type Planner = (sources: readonly SourceDocument[], context: PlannerContext) => Plan;
