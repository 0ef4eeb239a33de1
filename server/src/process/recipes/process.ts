import type { ContributionId } from "@dialectic/contract";

/** A document that planners may give to a step. */
export type SourceDocument = {
  id: ContributionId;
  type: string;
  stage: string;
  model: string;
  /**
   * The current version of the thesis that it descends from (a thesis descends from itself); null if several were merged.
   */
  lineageId: ContributionId | null;
  workKey: string;
  /** The number of a proposal among its model's proposals; null if each model wrote one, and for other documents. */
  proposal: number | null;
};

/** A process as a session uses it: frozen versions, stages in the order of their transitions. */
export type Process = {
  id: string;
  key: string;
  version: number;
  name: string;
  about: string;
  stages: Stage[];
  /** The stage at which a further iteration starts; by default the last stage. */
  iterateFrom?: string | null;
};

export type Stage = {
  key: string;
  name: string;
  about: string;
  /** `per_model`: every model writes; `single`: the lead model writes one document from all documents. */
  convergence: "per_model" | "single";
  recipe: Recipe;
};

export type Recipe = {
  key: string;
  version: number;
  /** Byte-stable instructions (the system message) of every call of this stage. */
  instructions: string;
  steps: RecipeStep[];
  /** The prompts of a model that combines inputs; null if no step combines them. */
  combining?: Combining | null;
};

export type Combining = { instructions: string; prompt: string; promptVersion: number };

export const strategies = [
  "per_source_document",
  "pairwise_by_origin",
  "per_source_group",
  "all_to_one",
  "per_model",
] as const;
export type Strategy = (typeof strategies)[number];

export type RecipeStep = {
  key: string;
  name: string;
  /** The keys of steps that must be done before this one. They determine the waves. */
  after: string[];
  promptKey: string;
  promptVersion: number;
  /** The body of that prompt, with placeholders. */
  prompt: string;
  inputs: StepInput[];
  strategy: Strategy;
  /** The strategy's name as written in the recipe; differs from `strategy` if it is unknown. */
  strategyAsWritten: string;
  outputType: string;
  intermediate: boolean;
  artifacts: ExpectedArtifact[];
  onChildFailure: "fail" | "continue" | { quorum: number };
  oversize: "compress" | "combine";
};

export type StepInput = {
  type: string;
  /** The stage that the input comes from; by default this stage. */
  stage?: string | undefined;
  /**
   * Only documents of the model that writes. Inputs from the same stage are always own: models work in parallel, so it is a
   * matter of chance which documents of other models exist.
   */
  own: boolean;
  /** Only documents of other models: a critic does not review its own proposal. */
  others?: boolean | undefined;
  required: boolean;
  relevance: number;
};

export type ExpectedArtifact = {
  /** The heading in kebab-case. */
  key: string;
  title: string;
  words: number;
  /** The description of the artifact, on one line. */
  about: string;
  required: boolean;
  /** The rows of a scorecard, with their weights. */
  criteria?: readonly { name: string; weight: number }[] | undefined;
};

/** The documents of one type, in the order of the session's models. */
export type OrderInput = { type: string; ids: ContributionId[] };

/** One model call to be made: the payload of a child `execute` job. */
export type WorkOrder = {
  stepKey: string;
  model: string;
  outputType: string;
  intermediate: boolean;
  lineageId: ContributionId | null;
  /** The inputs of the work order, in the order of the recipe: D1, D2, … in the prompt. */
  inputs: OrderInput[];
  /** Every input once, sorted: part of the job's idempotency key. */
  sourceIds: ContributionId[];
  /** Made of step, model and the work keys of its subjects, so it is known before any document is written. */
  workKey: string;
  /** For people: "briar on atlas's thesis". */
  label: string;
  /** The number that its document will have among its model's proposals; null if each model writes one proposal. */
  proposal: number | null;
};

/** The result of a planner; the warnings say which documents were not used, and why. */
export type Plan = { orders: WorkOrder[]; warnings: string[] };

/** One work order of a stage, known before it starts. */
export type PlannedWork = {
  key: string;
  label: string;
  model: string;
  intermediate: boolean;
  stepKey: string;
  /** The number of its document in the session (D4), assigned when the stage starts. */
  number?: number | undefined;
};
