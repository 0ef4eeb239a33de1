import type { ContributionId } from "@dialectic/contract";

/** A document that a planner may use as an input. */
export type SourceDocument = {
  id: ContributionId;
  type: string;
  stage: string;
  model: string;
  /**
   * The current version of the thesis from which the document descends; null if it merges several theses. A thesis descends
   * from itself.
   */
  lineageId: ContributionId | null;
  workKey: string;
  /** The number of a proposal if its model wrote several; otherwise null. */
  proposal: number | null;
};

/** A process as a session uses it: its versions are fixed, and its stages are in the order of the transitions. */
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
  /** The instructions (the system message), which have the same bytes in every call of this stage. */
  instructions: string;
  steps: RecipeStep[];
  /** The prompts for combining inputs; null if no step combines them. */
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
  /** The keys of the steps that must be done before this one. The waves follow from them. */
  after: string[];
  promptKey: string;
  promptVersion: number;
  /** The text of the step's prompt, with placeholders. */
  prompt: string;
  inputs: StepInput[];
  strategy: Strategy;
  /** The strategy's name as the recipe states it. Differs from `strategy` if the name is unknown. */
  strategyAsWritten: string;
  outputType: string;
  intermediate: boolean;
  artifacts: ExpectedArtifact[];
  onChildFailure: "fail" | "continue" | { quorum: number };
  oversize: "compress" | "combine";
};

export type StepInput = {
  type: string;
  /** The stage from which the input comes; by default this stage. */
  stage?: string | undefined;
  /**
   * If true, the input contains only documents of the model that writes. This is always so for inputs from the same stage:
   * models work in parallel, so it would be a matter of chance which documents of other models exist.
   */
  own: boolean;
  /** If true, the input contains only documents of other models, because a critic does not review its own proposal. */
  others?: boolean | undefined;
  required: boolean;
  relevance: number;
};

export type ExpectedArtifact = {
  /** The artifact's title in kebab-case. */
  key: string;
  title: string;
  words: number;
  /** What the artifact contains, in one line. */
  about: string;
  required: boolean;
  /** The rows of a scorecard, with their weights. */
  criteria?: readonly { name: string; weight: number }[] | undefined;
};

/** The documents of one type, in the order of the session's models. */
export type OrderInput = { type: string; ids: ContributionId[] };

/** One model call to be made. It becomes the payload of a child `execute` job. */
export type WorkOrder = {
  stepKey: string;
  model: string;
  outputType: string;
  intermediate: boolean;
  lineageId: ContributionId | null;
  /** The inputs of the work order, in the recipe's order. The prompt names them D1, D2, and so on. */
  inputs: OrderInput[];
  /** The ids of all inputs, sorted and without duplicates. They are part of the job's idempotency key. */
  sourceIds: ContributionId[];
  /**
   * Made from the step, the model and the work keys of the documents that the work is about, so it is known before any
   * document is written.
   */
  workKey: string;
  /** A name for people: "briar on atlas's thesis". */
  label: string;
  /** The number that the document will have among its model's proposals; null if each model writes only one. */
  proposal: number | null;
};

/** A planner's result. The warnings say which documents are not used, and why. */
export type Plan = { orders: WorkOrder[]; warnings: string[] };

/** One work order of a stage, known before the stage starts. */
export type PlannedWork = {
  key: string;
  label: string;
  model: string;
  intermediate: boolean;
  stepKey: string;
  /** The number that the document will have in the session (D4), assigned when the stage starts. */
  number?: number | undefined;
};
